import type { WebhookMessage } from './schema.js'

/** A message that was not signed with the secret, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>

/** Headers of any implementation of `fetch`. */
const isHeaders = (headers: HeaderSource): headers is Headers => typeof headers.get === 'function'

function headerOf(headers: HeaderSource, name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? ''
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return String(entry?.[1] ?? '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

async function hasSignature(content: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const raw = fromBase64(secret.replace(/^whsec_/, ''))
  if (raw.length === 0) throw new WebhookVerificationError('The secret is not one of a webhook: it begins with whsec_.')
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    // `verify` takes the same time for every wrong signature.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(value), content))) return true
  }
  return false
}

/**
 * Checks that a message comes from your Verbatim (Standard Webhooks), and parses it. Pass the body exactly as it was received.
 * Throws `WebhookVerificationError`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string,
  { toleranceSeconds = 300 }: { toleranceSeconds?: number | undefined } = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The request has no signature.')
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError('The message is too old, or a clock is wrong.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  if (!(await hasSignature(content, signatures, secret))) {
    throw new WebhookVerificationError('The signature does not match the message.')
  }
  return JSON.parse(text)
}
