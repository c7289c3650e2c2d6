import { captionTranscript } from '@/lib/archive/caption-transcript'
import type { MediaRef } from '@/lib/archive/media-ref'
import { renderTranscript } from '@/lib/archive/render-transcript'
import { saveEntry } from '@/lib/archive/save-entry'
import { saveMedia } from '@/lib/archive/save-media'
import { storeTranscript } from '@/lib/archive/store-transcript'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import { startJob } from '@/lib/jobs/start-job'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import { chargeSeconds } from '@/lib/usage/charge-seconds'
import { billableSeconds } from '@/lib/usage/period'
import type { TranscriptRequest } from './contract'
import { findSource } from './find-source'
import { findStored } from './find-stored'
import { probeSource, type SourceProbe } from './probe-source'
import { type ReadRequest, readRequest } from './read-request'

/** The whole synchronous answer takes at most 10 s; the look at the source gets most of them. */
const PROBE_TIMEOUT_MS = 8_000

export type Obtained = { kind: 'transcript'; transcript: Transcript } | { kind: 'job'; job: JobStarted }

type Asked = ReadRequest & { media: rows.Media; openUrl: string | null }

/** Hands out a stored transcript: charged once per user, media and language, with the line of history. */
async function handOut(actor: Actor, stored: rows.Transcript, asked: Asked, cached: boolean): Promise<Obtained> {
  const { media, requestedLang, format } = asked
  const silent = Array.isArray(stored.segments) && stored.segments.length === 0
  const seconds = silent ? 0 : billableSeconds(stored.coveredMs)
  const entry = await db().$transaction(async (tx) => {
    await chargeSeconds(tx, actor, { mediaId: media.id, lang: stored.lang ?? requestedLang, seconds })
    const key = { userId: actor.userId, mediaId: media.id, requestedLang }
    return saveEntry(tx, key, { transcriptId: stored.id })
  })
  return { kind: 'transcript', transcript: renderTranscript(stored, media, { entryId: entry.id, format, cached }) }
}

async function startSpeech(actor: Actor, asked: Asked, durationMs: number | null): Promise<Obtained> {
  await requireEngine(asked.langHint)
  const { media, openUrl, requestedLang, langHint, format } = asked
  return { kind: 'job', job: await startJob(actor, { media, openUrl, requestedLang, langHint, format, durationMs }) }
}

/** A source that has not answered in time is looked at by the job instead; one that answered with a refusal is not. */
async function probeInTime(ref: MediaRef, requestedLang: string, signal: AbortSignal): Promise<SourceProbe | null> {
  const startedAt = performance.now()
  try {
    return await probeSource(ref, requestedLang, { signal, timeoutMs: PROBE_TIMEOUT_MS })
  } catch (error) {
    const late = performance.now() - startedAt >= PROBE_TIMEOUT_MS
    if (late && error instanceof Problem && error.code === 'upstream_timeout') return null
    throw error
  }
}

/**
 * The one call: a transcript at once when it is stored or the source has captions, else the job that makes it. What is
 * wrong with request or source is thrown before anything is charged or begun.
 */
export async function obtainTranscript(
  actor: Actor,
  request: TranscriptRequest,
  signal: AbortSignal,
): Promise<Obtained> {
  const read = readRequest(request)
  const ref = await findSource(actor, read.source)
  const stored = await findStored(ref, read.requestedLang)
  if (stored) return handOut(actor, stored, { ...read, media: stored.media, openUrl: ref.openUrl }, true)
  const probe = await probeInTime(ref, read.requestedLang, signal)
  const media = await saveMedia({ ...ref, title: probe?.title ?? ref.title }, probe?.kind ?? 'audio')
  const asked = { ...read, media, openUrl: ref.openUrl }
  if (!probe?.captions) return startSpeech(actor, asked, probe?.durationMs ?? null)
  const transcript = captionTranscript(
    { mediaId: media.id, requestedLang: read.requestedLang },
    probe.captions,
    probe.durationMs,
  )
  return handOut(actor, await storeTranscript(db(), transcript), asked, false)
}
