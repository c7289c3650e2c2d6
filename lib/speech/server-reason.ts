import { z } from 'zod'

const MAX_CHARACTERS = 200

/** The shapes in which speech servers put a reason: OpenAI's, FastAPI's, and those of one string. */
const reasonSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z
    .object({ detail: z.array(z.object({ msg: z.string() })).min(1) })
    .transform(({ detail }) => detail.map(({ msg }) => msg).join('; ')),
])

function findReason(body: string): string {
  const text = body.trim()
  if (text.startsWith('<')) return ''
  if (!text.startsWith('{')) return text
  try {
    return reasonSchema.safeParse(JSON.parse(text)).data ?? ''
  } catch {
    return text
  }
}

/** The text of an answer, of bounded length. `onPart` is called as its parts come. */
export async function readAnswerText(response: Response, maxBytes: number, onPart?: () => void): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    onPart?.()
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`the answer is over ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A text without secrets, those of which are set. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, '***') : left), text)
}

/**
 * Why a server refused a request, by the body of its answer, as one short line that people may see: without the given
 * secrets, anything that looks like a key, and addresses. Empty where the body gives no reason.
 */
export function serverReason(body: string, secrets: readonly (string | undefined)[]): string {
  const redacted = withoutSecrets(findReason(body), secrets)
    .replaceAll(/\b(?:sk|key|token)-[\w*-]+/gi, '***')
    .replaceAll(/\bBearer\s+\S+/gi, 'Bearer ***')
    .replaceAll(/https?:\/\/[^\s"'<>]+/g, 'its address')
  const line = redacted.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line
}

/** The sentence that ends a refusal's message: the status that the server answered, and its reason. */
export function whatServerAnswered(status: number, reason: string): string {
  return reason === '' ? `It answered ${status}.` : `It answered ${status}: ${reason}`
}
