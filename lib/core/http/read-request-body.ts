import { Problem } from '../problem/problem'
import { BODY_RULES, type BodyKind, type BodyRule } from './body-rules'

const KIB = 1024

/** `64 KiB`, `1 MiB` */
function sizeWords(bytes: number): string {
  return bytes < KIB ** 2 ? `${bytes / KIB} KiB` : `${bytes / KIB ** 2} MiB`
}

/** The problem of a body that is larger than its kind may be. */
export function bodyTooLarge({ maxBytes }: BodyRule): Problem {
  const detail = `This request body is over ${sizeWords(maxBytes)}. Send less.`
  return new Problem('body_too_large', { detail, context: { max_bytes: maxBytes } })
}

/** The bytes of a stream, which is cancelled when they are too many or do not end within the time. */
async function collect(body: ReadableStream<Uint8Array>, rule: BodyRule): Promise<Uint8Array[]> {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('body_too_slow')), rule.limitMs)
  })
  const parts: Uint8Array[] = []
  try {
    for (let total = 0; ; ) {
      const { value, done } = await Promise.race([reader.read(), limit])
      if (done) return parts
      total += value.byteLength
      if (total > rule.maxBytes) throw bodyTooLarge(rule)
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
 * A request's body, within the bounds of its kind: a larger one is refused unread where its length is announced. Null
 * when there is none. Throws `body_too_large`, and `body_too_slow` when it has not arrived in time.
 */
export async function readRequestBody(
  request: Pick<Request, 'headers' | 'body'>,
  kind: BodyKind,
  rule: BodyRule = BODY_RULES[kind],
): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > rule.maxBytes) throw bodyTooLarge(rule)
  if (!request.body) return null
  const whole = Buffer.concat(await collect(request.body, rule))
  return whole.byteLength === 0 ? null : new Uint8Array(whole)
}

/** The body as text, decoded as UTF-8 as it was signed, with its byte order mark; empty without a body. */
export async function readRequestText(request: Pick<Request, 'headers' | 'body'>, kind: BodyKind): Promise<string> {
  const body = await readRequestBody(request, kind)
  return body ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) : ''
}
