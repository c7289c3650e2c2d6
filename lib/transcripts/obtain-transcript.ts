import { captionTranscript } from '@/lib/archive/caption-transcript'
import type { MediaRef } from '@/lib/archive/media-ref'
import { saveMedia } from '@/lib/archive/save-media'
import { storeTranscript } from '@/lib/archive/store-transcript'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import type { FileInspection } from '@/lib/media/inspect-file'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Media } from '@/lib/platform/generated/prisma/client'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { TranscriptRequest } from './contract'
import { findSource } from './find-source'
import { type FoundStored, findStored } from './find-stored'
import { handOut } from './hand-out'
import { namingField } from './naming-field'
import { probeSource } from './probe-source'
import { type ReadRequest, readRequest } from './read-request'

/** The whole synchronous answer takes at most 10 s; the look at the source gets most of them. */
const PROBE_TIMEOUT_MS = 8_000

export type Obtained = { kind: 'transcript'; transcript: Transcript } | { kind: 'job'; job: JobStarted }

/** A source that has not told in time what it is (null) is looked at by the job instead. */
async function probeInTime(ref: MediaRef, lang: string, signal: AbortSignal): Promise<FileInspection | null> {
  const limit = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  try {
    return await probeSource(ref, lang, { signal: AbortSignal.any([signal, limit]), timeoutMs: 2 * PROBE_TIMEOUT_MS })
  } catch (error) {
    if (limit.aborted && !signal.aborted) return null
    throw error
  }
}

async function startSpeech(
  actor: Actor,
  request: ReadRequest,
  source: { ref: MediaRef; media: Media; durationMs: number | null; found: FoundStored },
): Promise<Obtained> {
  const { requestedLang, langHint, format } = request
  await requireEngine(langHint)
  const { ref, media, durationMs, found } = source
  const replaces = found?.transcript.id ?? null
  const begun = await startJob(actor, { media, openUrl: ref.openUrl, requestedLang, langHint, durationMs, replaces })
  if ('job_id' in begun) return { kind: 'job', job: begun }
  const stored = await db().transcript.findUniqueOrThrow({ where: { id: begun.storedId }, include: { media: true } })
  return { kind: 'transcript', transcript: await handOut(actor, stored, { format, cached: true }) }
}

/**
 * The one call: a transcript at once when it is stored or the source has captions, else the job that makes it. What is
 * wrong with request or source is thrown before anything is charged or begun.
 */
export async function obtainTranscript(actor: Actor, body: TranscriptRequest, signal: AbortSignal): Promise<Obtained> {
  const request = readRequest(body)
  const { source, requestedLang, format } = request
  const { field, value } = source
  const ref = await namingField(field, value, () => findSource(actor, source))
  const found = await findStored(ref, requestedLang)
  if (found && !found.outdated) {
    return { kind: 'transcript', transcript: await handOut(actor, found.transcript, { format, cached: true }) }
  }
  const probe = await namingField(field, value, () => probeInTime(ref, requestedLang, signal))
  const media = await saveMedia({ ...ref, title: probe?.title ?? ref.title }, probe?.kind ?? 'audio')
  if (!probe?.captions) return startSpeech(actor, request, { ref, media, durationMs: probe?.durationMs ?? null, found })
  const transcript = captionTranscript({ mediaId: media.id, requestedLang }, probe.captions, probe.durationMs)
  const stored = { ...(await storeTranscript(db(), transcript)), media }
  return { kind: 'transcript', transcript: await handOut(actor, stored, { format, cached: false }) }
}
