import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import { callbackUrl } from '@/lib/core/http/callback-url'
import { readRequestText } from '@/lib/core/http/read-request-body'
import { Problem } from '@/lib/core/problem/problem'
import { parseWebhook, webhookSecret } from '@/lib/speech/assemblyai/parse-webhook'
import { SPEECH_FINISHED } from '../events'

/**
 * Receives a remote engine's notification that a recording is done, and wakes the waiting job, which polls for itself:
 * nothing else of the notification is trusted. Throws `invalid_credentials` for one without this service's secret.
 */
export async function receiveSpeechWebhook(request: Request): Promise<void> {
  const body = await readRequestText(request, 'json')
  const reported = parseWebhook(request.headers, body, webhookSecret() ?? '')
  if (!reported) {
    throw new Problem('invalid_credentials', {
      detail: 'This notification has the wrong secret. Check where it comes from.',
    })
  }
  await emit(db(), SPEECH_FINISHED, { data: { remoteId: reported.remoteId } })
}

/** The URL at which a remote engine can notify this service; null when it has no public https address. */
export function speechWebhookUrl(): string | null {
  return callbackUrl('/v1/webhooks/speech')
}
