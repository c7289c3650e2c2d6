import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { Problem } from '@/lib/platform/problem'
import { readRequestText } from '@/lib/platform/read-request-body'
import { parseWebhook } from '@/lib/speech/assemblyai/parse-webhook'
import { webhookSecret } from '@/lib/speech/assemblyai/webhook-secret'
import { SPEECH_FINISHED } from './speech-finished'

/**
 * Receives a remote engine's notification that a recording is done, and wakes the waiting job, which polls for itself:
 * nothing else of the notification is trusted. Throws `invalid_credentials` for one without this service's secret.
 */
export async function receiveSpeechWebhook(request: Request): Promise<void> {
  const body = await readRequestText(request, 'json')
  const reported = parseWebhook(request.headers, body, webhookSecret() ?? '')
  if (!reported) {
    throw new Problem('invalid_credentials', {
      detail: 'This notification does not carry the secret that it was given. Check where it comes from.',
    })
  }
  await emit(db(), { name: SPEECH_FINISHED, data: { remoteId: reported.remoteId } })
}
