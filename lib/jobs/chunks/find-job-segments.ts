import { runTextTask } from '@/lib/archive/texts/run-text-task'
import { isLarge, loadSegments, versionOf, WITHOUT_TEXT } from '@/lib/archive/transcripts/stored-transcript'
import type { Segment } from '@/lib/captions/cue'
import { toSegments } from '@/lib/captions/layout/segments'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { Chunk, Job } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import type { JobSegments } from '../contract'
import { secondsPaidEarlier } from '../reserve-for-caller'
import { isEnded } from '../states'
import { finishedSegments, majorityLang, offsetChunk, RUN_UP_MS } from './finished-segments'
import { joinChunks } from './join-chunks'
import { SAME_MS } from './join-with-word-times'
import { isUncertain } from './judge-job'

/** Text in order, without a gap up to `coveredMs`, and the language it was transcribed in. */
type PartialSegments = { segments: Segment[]; coveredMs: number; lang: string | null }

/** Longer than two chunks: the text before a seam decides how the seam is joined. */
const CONTEXT_MS = 60_000

/**
 * The bounds that an unfinished chunk sets to the text before it: segments must start before `startsBy` and end before
 * `endsBy`, since its overlap may still change what is later.
 */
function boundsOf(
  open: Pick<Chunk, 'startMs' | 'overlapMs'> | null,
  endMs: number,
): { startsBy: number; endsBy: number } {
  if (!open) return { startsBy: endMs, endsBy: Number.POSITIVE_INFINITY }
  const endsBy = open.overlapMs > 0 ? open.startMs - SAME_MS : Number.POSITIVE_INFINITY
  return { startsBy: open.startMs, endsBy }
}

/**
 * The text of a running job up to its first unfinished chunk, from about `afterMs` on. Text in the overlap
 * with the unfinished chunk may still change and is held back, and so is text that may be invented.
 */
async function partialSegments(job: Job, afterMs: number): Promise<PartialSegments> {
  const where = { jobId: job.id }
  const open = await db().chunk.findFirst({ where: { ...where, finishedAt: null }, orderBy: { index: 'asc' } })
  const wanted = { endMs: { gt: afterMs - CONTEXT_MS }, ...(open ? { index: { lt: open.index } } : {}) }
  const chunks = await db().chunk.findMany({ where: { ...where, ...wanted }, orderBy: { index: 'asc' } })
  const before = (await finishedSegments(job)) ?? { chunks: [], lang: null }
  // Before the job is cut into chunks, the overlap of its first chunk is known already.
  const uncut = { startMs: Math.max(0, job.fromMs - RUN_UP_MS), overlapMs: RUN_UP_MS }
  const { startsBy, endsBy } = boundsOf(open ?? (chunks.length === 0 ? uncut : null), chunks.at(-1)?.endMs ?? 0)
  const joined = toSegments(
    joinChunks([...before.chunks, ...chunks.filter((chunk) => !isUncertain(chunk)).map(offsetChunk)]),
  )
  const held = joined.find(({ startMs, endMs }) => startMs >= startsBy || endMs > endsBy)
  const coveredMs = Math.min(startsBy, held?.startMs ?? startsBy)
  const segments = joined.filter(({ startMs }) => startMs < coveredMs)
  return { segments, coveredMs, lang: before.lang ?? majorityLang(chunks) }
}

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
