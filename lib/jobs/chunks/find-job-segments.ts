import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { isLarge, loadSegments, versionOf, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Job } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { JobSegments } from '../contract'
import { secondsPaidEarlier } from '../reserve-for-caller'
import { isEnded } from '../states'
import { type PartialSegments, partialSegments } from './partial-segments'

const NOTHING: PartialSegments = { segments: [], coveredMs: 0, lang: null }

/** How much of a text that is too large for memory is returned at a time. */
const MAX_BYTES = 256 * 1024

type Part = { libraryItemId: string; afterMs: number; reader: string; signal: AbortSignal }

/** The text of a finished job, as far as it is the caller's; of a large text the next part. */
async function allSegments(
  { transcriptId }: Job,
  { libraryItemId, afterMs, reader, signal }: Part,
): Promise<PartialSegments> {
  if (!transcriptId) return NOTHING
  const stored = await db().transcript.findUnique({ where: { id: transcriptId }, omit: WITHOUT_TEXT })
  if (!stored) return NOTHING
  const libraryItem = await db().libraryItem.findUnique({ where: { id: libraryItemId }, select: { coveredMs: true } })
  const coveredMs = Math.min(libraryItem?.coveredMs ?? stored.coveredMs, stored.coveredMs)
  const { lang } = stored
  if (!isLarge(stored)) return { segments: await loadSegments(stored), coveredMs, lang }
  const input = { version: versionOf(stored), fromMs: afterMs, untilMs: coveredMs, maxBytes: MAX_BYTES }
  const { segments, isLast } = await runTextTask('readSegments', input, { owner: reader, signal })
  return { segments, coveredMs: isLast ? coveredMs : (segments.at(-1)?.endMs ?? coveredMs), lang }
}

/**
 * The partial segments, no further than the part that was reserved for the caller: the part of another caller of a
 * shared job may be longer.
 */
async function segmentsForCaller(job: Job, userId: string, afterMs: number): Promise<PartialSegments> {
  const reservation = await db().usageReservation.findUnique({ where: { jobId_userId: { jobId: job.id, userId } } })
  const ownMs = ((reservation?.seconds ?? 0) + (await secondsPaidEarlier(db(), userId, job))) * 1000
  const transcribed = await partialSegments(job, afterMs)
  return { ...transcribed, coveredMs: Math.min(transcribed.coveredMs, ownMs) }
}

/**
 * The segments of the caller's job from `afterMs` on, in order and without a gap; of a finished job its text, in parts
 * when it is very long. A job that failed or that the caller has left has none. Throws `not_found` as `findJob` does.
 */
export async function findJobSegments(
  { userId }: Actor,
  jobId: string,
  afterMs: number,
  signal = new AbortController().signal,
): Promise<JobSegments> {
  const key = { jobId_userId: { jobId, userId } }
  const caller = isId(jobId) ? await db().jobCaller.findUnique({ where: key, include: { job: true } }) : null
  if (!caller) throw new Problem('not_found', { detail: 'Job not found. Check its ID.' })
  const { job, leftAt, libraryItemId } = caller
  const status = leftAt ? 'error' : job.status
  const read = {
    done: () => allSegments(job, { libraryItemId, afterMs, reader: userId, signal }),
    error: async () => NOTHING,
  }
  const running = () => segmentsForCaller(job, userId, afterMs)
  const { segments, coveredMs, lang } = await (isEnded(status) ? read[status] : running)()
  const reported = segments.filter(({ startMs }) => afterMs <= startMs && startMs < coveredMs)
  return {
    job_id: jobId,
    status,
    lang,
    covered_ms: Math.max(afterMs, coveredMs),
    segments: reported.map(({ startMs, endMs, text }) => ({
      start: startMs / 1000,
      end: endMs / 1000,
      duration: (endMs - startMs) / 1000,
      text,
    })),
  }
}
