import { Problem } from '@/lib/platform/problem'

const MAX_BODY_BYTES = 64 * 1024
const LIMIT_MS = 30_000

function tooLarge(): Problem {
  return new Problem('body_too_large', { context: { max_bytes: MAX_BODY_BYTES } })
}

/** What arrives of a stream. One that does not end within the time is let go: a body that trickles would hold its place for days. */
async function collect(body: ReadableStream<Uint8Array>, limitMs: number): Promise<Uint8Array[]> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('body_too_slow')), limitMs)
  })
  const parts: Uint8Array[] = []
  try {
    for (let total = 0; ; ) {
      const { value, done } = await Promise.race([reader.read(), limit])
      if (done) return parts
      total += value.byteLength
      if (total > MAX_BODY_BYTES) throw tooLarge()
      parts.push(value)
    }
  } catch (error) {
    if (error instanceof Problem) await reader.cancel(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A request's body, at most 64 KiB of it: a larger one is refused unread where its length is announced. Null: none. Throws
 * `body_too_large`, and `body_too_slow` when it has not arrived in time.
 */
export async function readBody(request: Request, limitMs = LIMIT_MS): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  if (!request.body) return null
  const whole = Buffer.concat(await collect(request.body, limitMs))
  return whole.byteLength === 0 ? null : new Uint8Array(whole)
}
