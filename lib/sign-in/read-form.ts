import { Problem } from '@/lib/platform/problem'

/** A form of sign-in has an address, a token and a path. */
const MAX_BYTES = 16 * 1024

/** The fields of a form that a page sends. Throws `body_too_large`. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = request.body
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_BYTES) throw new Problem('body_too_large', { context: { max_bytes: MAX_BYTES } })
    text += decoder.decode(part, { stream: true })
  }
  return Object.fromEntries(new URLSearchParams(text))
}
