import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '@/lib/core/parse-json'
import { deriveSecret } from '@/lib/core/secrets/derive-secret'

/** The header in which AssemblyAI sends back the secret that it was given with the recording. */
export const WEBHOOK_HEADER = 'X-Verbatim-Webhook-Secret'

/** An id goes into a path, so it is letters, digits, `-` and `_` only. */
export const remoteIdSchema = z.string().regex(/^[\w-]{1,64}$/)

/** The secret of AssemblyAI's webhooks: derived from `VERBATIM_SECRET`, null where there is none. */
export function webhookSecret(): string | null {
  return deriveSecret('speech webhook')
}

const notificationSchema = z.object({ transcript_id: remoteIdSchema, status: z.enum(['completed', 'error']) })

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The id of the transcript that a webhook of AssemblyAI reports; null without the right secret (compared in constant time)
 * or when it is no such notification. It only triggers a poll: the transcript itself is fetched by its id.
 * @see https://www.assemblyai.com/docs/deployment/webhooks
 */
export function parseWebhook(
  headers: Headers,
  body: string,
  secret: string,
): { remoteId: string; status: 'completed' | 'error' } | null {
  const given = headers.get(WEBHOOK_HEADER)
  if (given === null || secret === '' || !timingSafeEqual(digest(given), digest(secret))) return null
  const parsed = notificationSchema.safeParse(parseJson(body))
  return parsed.success ? { remoteId: parsed.data.transcript_id, status: parsed.data.status } : null
}
