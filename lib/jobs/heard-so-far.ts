import type { Segment } from '@/lib/captions/cue'
import { toSegments } from '@/lib/captions/to-segments'
import { db } from '@/lib/platform/db'
import type { Chunk, Job } from '@/lib/platform/generated/prisma/client'
import { finishedSegments, RUN_UP_MS } from './heard-before'
import { joinChunks } from './join-pieces'
import { SAME_MS } from './join-worded'
import { majorityLang } from './majority-lang'
import { offsetChunk } from './place-piece'

/** Text in its order, without a gap up to `coveredMs`, and the language it was heard in. */
export type PartialSegments = { segments: Segment[]; coveredMs: number; lang: string | null }

/** More than two pieces: what goes before a seam decides how it is joined. */
const CONTEXT_MS = 60_000

/** Up to where a piece that is still open leaves what is before it as it is, and what of that must have ended by when. */
function boundsOf(
  open: Pick<Chunk, 'startMs' | 'overlapMs'> | null,
  endMs: number,
): { startsBy: number; endsBy: number } {
  if (!open) return { startsBy: endMs, endsBy: Number.POSITIVE_INFINITY }
  const endsBy = open.overlapMs > 0 ? open.startMs - SAME_MS : Number.POSITIVE_INFINITY
  return { startsBy: open.startMs, endsBy }
}

/**
 * What a running job has heard up to the first piece that is still open, from about `afterMs` on. What the open piece may
 * change, having heard the same moment, is not told yet.
 */
export async function partialSegments(job: Job, afterMs: number): Promise<PartialSegments> {
  const where = { jobId: job.id }
  const open = await db().chunk.findFirst({ where: { ...where, finishedAt: null }, orderBy: { index: 'asc' } })
  const wanted = { endMs: { gt: afterMs - CONTEXT_MS }, ...(open ? { index: { lt: open.index } } : {}) }
  const chunks = await db().chunk.findMany({ where: { ...where, ...wanted }, orderBy: { index: 'asc' } })
  const before = (await finishedSegments(job)) ?? { chunks: [], lang: null }
  // Before it is cut into pieces, what its first one will hear again is known already.
  const uncut = { startMs: Math.max(0, job.fromMs - RUN_UP_MS), overlapMs: RUN_UP_MS }
  const { startsBy, endsBy } = boundsOf(open ?? (chunks.length === 0 ? uncut : null), chunks.at(-1)?.endMs ?? 0)
  const joined = toSegments(joinChunks([...before.chunks, ...chunks.map(offsetChunk)]))
  const held = joined.find(({ startMs, endMs }) => startMs >= startsBy || endMs > endsBy)
  const coveredMs = Math.min(startsBy, held?.startMs ?? startsBy)
  const segments = joined.filter(({ startMs }) => startMs < coveredMs)
  return { segments, coveredMs, lang: before.lang ?? majorityLang(chunks) }
}
