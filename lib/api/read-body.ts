import { Problem } from '@/lib/platform/problem'

const MAX_BODY_BYTES = 64 * 1024

/** A request's body, at most 64 KiB of it: a larger one is refused unread where its length is announced. Null: none. */
export async function readBody(request: Request): Promise<Uint8Array | null> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > MAX_BODY_BYTES) throw new Problem('body_too_large', { context: { max_bytes: MAX_BODY_BYTES } })
  if (!request.body) return null
  const parts: Uint8Array[] = []
  let total = 0
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    total += part.byteLength
    if (total > MAX_BODY_BYTES) throw new Problem('body_too_large', { context: { max_bytes: MAX_BODY_BYTES } })
    parts.push(part)
  }
  return total === 0 ? null : new Uint8Array(Buffer.concat(parts))
}
