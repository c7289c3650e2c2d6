import type { Segment } from '@/lib/captions/cue'
import { toSegments } from '@/lib/captions/layout/segments'
import { db } from '@/lib/core/db/db'
import type { Chunk, Job } from '@/lib/core/generated/prisma/client'
import { finishedSegments, majorityLang, offsetChunk, RUN_UP_MS } from './finished-segments'
import { joinChunks } from './join-chunks'
import { SAME_MS } from './join-with-word-times'
import { isUncertain } from './judge-job'

/** Text in order, without a gap up to `coveredMs`, and the language it was transcribed in. */
export type PartialSegments = { segments: Segment[]; coveredMs: number; lang: string | null }

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
 * What a running job has transcribed up to its first unfinished chunk, from about `afterMs` on. Text in the overlap
 * with the unfinished chunk may still change and is held back, and so is text that may be invented.
 */
export async function partialSegments(job: Job, afterMs: number): Promise<PartialSegments> {
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
