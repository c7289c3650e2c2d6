import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { Problem } from '@/lib/platform/problem'
import { readWebhook } from '@/lib/speech/assemblyai/read-webhook'
import { webhookSecret } from '@/lib/speech/assemblyai/webhook-secret'
import { SPEECH_FINISHED } from './speech-finished'

const LONGEST_BODY = 64 * 1024

/** A request's body as text, at most 64 KiB of it. */
async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > LONGEST_BODY) throw new Problem('body_too_large', { context: { max_bytes: LONGEST_BODY } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Takes an engine's word that it is done with a recording, which wakes the job that waits for it to look for itself:
 * nothing else of the notification is believed. Throws `invalid_credentials` for one without this service's secret.
 */
export async function receiveSpeechWebhook(request: Request): Promise<void> {
  const body = await readText(request)
  const told = readWebhook(request.headers, body, webhookSecret() ?? '')
  if (!told) {
    throw new Problem('invalid_credentials', {
      detail: 'This notification does not carry the secret that it was given. Check where it comes from.',
    })
  }
  await emit(db(), { name: SPEECH_FINISHED, data: { remoteId: told.remoteId } })
}
