import { Problem } from './problem'

/** A request's body as text, byte for byte as it was signed. Throws `body_too_large` when it is longer than `maxBytes`. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new Problem('body_too_large', { context: { max_bytes: maxBytes } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
