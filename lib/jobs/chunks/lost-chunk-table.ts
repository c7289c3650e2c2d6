import { packSegments } from '@/lib/archive/transcripts/stored-segments'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import type { Problem } from '@/lib/core/problem/problem'

/** The engine is at fault, not the chunks, when it has failed on so many and transcribed none. */
const MAX_LOST_WITHOUT_TEXT = 10

/** How much of the speech of a job the engine has failed on, and how many chunks it has transcribed. What is not planned counts as speech. */
async function countLosses(jobId: string): Promise<{ lost: number; lostShare: number; transcribed: number }> {
  const [counts] = await db().$queryRaw<{ lost: number; lostShare: number; transcribed: number }[]>`
    select count(*) filter (where lost)::int as lost,
      count(*) filter (where finished_at is not null and not lost)::int as transcribed,
      coalesce(sum(end_ms - start_ms) filter (where lost)::float8
               / nullif(sum(end_ms - start_ms) + coalesce(max(unplanned_ms), 0), 0), 0) as "lostShare"
    from chunk, (select coalesce(unplanned_ms, 0) as unplanned_ms from job where id = ${jobId}::uuid) as rest
    where job_id = ${jobId}::uuid and not silent`
  return counts ?? { lost: 0, lostShare: 0, transcribed: 0 }
}

/** Whether a job has any text. */
export async function hasText(jobId: string): Promise<boolean> {
  return (await countLosses(jobId)).transcribed > 0
}

/**
 * Ends chunks that the engine fails on again and again without text, so that the others make the transcript, which names what is
 * missing. Throws the problem when that would be more than half of the speech, or when so
 * many are lost before any has text.
 */
export async function loseChunks(jobId: string, indexes: readonly number[], problem: Problem): Promise<void> {
  await db().chunk.updateMany({
    where: { jobId, index: { in: [...indexes] }, finishedAt: null },
    data: { lost: true, segments: packSegments([]), finishedAt: new Date() },
  })
  const { lost, lostShare, transcribed } = await countLosses(jobId)
  if (lostShare > 0.5 || (transcribed === 0 && lost >= MAX_LOST_WITHOUT_TEXT)) throw problem
}

/** A span of a recording that has no text although there is speech in it. */
export type MissingSpan = [startMs: number, endMs: number]

/** The spans of the chunks that were lost; adjacent ones are one. */
export function missingSpans(
  chunks: readonly Pick<Chunk, 'startMs' | 'endMs' | 'overlapMs' | 'lost'>[],
): MissingSpan[] {
  const spans: MissingSpan[] = []
  for (const { startMs, endMs, overlapMs } of chunks.filter(({ lost }) => lost)) {
    const last = spans.at(-1)
    if (last && startMs <= last[1]) last[1] = endMs
    else spans.push([startMs + overlapMs, endMs])
  }
  return spans
}
