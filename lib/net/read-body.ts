import { Problem } from '@/lib/core/problem/problem'
import type { OpenedUrl } from './open-url'

/**
 * Reads the whole body into memory. Throws Problem `file_too_large` when it has more than `maxBytes`, and what the body
 * itself fails with; the connection is closed in both cases.
 */
export async function readBody(response: Pick<OpenedUrl, 'body'>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Problem('file_too_large', { context: { max_bytes: maxBytes } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
