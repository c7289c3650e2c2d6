import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { SpeechEngine } from '@/lib/speech/engine'
import { estimateSpeakerSeconds } from '@/lib/speech/speakers/find-speaker-turns'
import { reportProgress } from '../job-table'
import { PREPARED, TRANSCRIBED } from '../progress'
import { estimateRemainingSeconds } from '../watch/estimate-remaining-seconds'

type Engine = Pick<SpeechEngine, 'id' | 'model'>

/** The share of the work before speakers are distinguished, which takes longer. */
export const TRANSCRIBED_WITHOUT_SPEAKERS = 0.5

/** The chunks by which the pace is measured: the last ones, since other jobs come and go. */
const RECENT = 40

async function estimateByJob(jobId: string, leftMs: number): Promise<number | null> {
  const recent = await db().chunk.findMany({
    where: { jobId, silent: false, lost: false, finishedAt: { not: null } },
    select: { startMs: true, endMs: true, finishedAt: true },
    orderBy: { finishedAt: 'desc' },
    take: RECENT,
  })
  const finished = recent.flatMap(({ startMs, endMs, finishedAt }) =>
    finishedAt === null ? [] : [{ finishedMs: finishedAt.getTime(), speechMs: endMs - startMs }],
  )
  return estimateRemainingSeconds(finished.reverse(), leftMs)
}

/** The newest chunks of this service among which an engine's are looked for. */
const NEWEST = 200

/**
 * About how many seconds an engine takes for speech, by what it took for chunks of any job; null where it has transcribed none
 * lately.
 */
export async function estimateByEngine({ id, model }: Engine, speechMs: number): Promise<number | null> {
  const [found] = await db().$queryRaw<{ seconds: number | null }[]>`
    select ${speechMs}::float8 * sum(work_ms) / nullif(sum(end_ms - start_ms), 0) / 1000 as seconds
    from (select * from chunk where finished_at is not null order by finished_at desc limit ${NEWEST}) as newest
    where engine_name = ${id} and engine_model = ${model} and work_ms is not null`
  return found?.seconds ?? null
}

/**
 * Updates the progress of a job by the speech in its chunks, since silence takes no time, and by what is not planned yet. The
 * library items of its callers show how much is text so far, without a gap from the beginning. The remaining time follows from the pace of
 * the job, else from that of its engine in other jobs; null: the engine is not known.
 */
export async function reportChunkProgress(jobId: string, engine: Engine | null): Promise<void> {
  const [transcribed] = await db().$queryRaw<{ share: number; leftMs: number; open: number }[]>`
    with transcribed as materialized (
      select coalesce(min(start_ms) filter (where finished_at is null and not silent), max(end_ms)) as until_ms,
        coalesce(coalesce(sum(end_ms - start_ms) filter (where finished_at is not null and not silent), 0)::float8
                 / nullif(sum(end_ms - start_ms) filter (where not silent) + coalesce(max(unplanned_ms), 0), 0), 1) as share,
        coalesce(sum(end_ms - start_ms) filter (where finished_at is null and not silent), 0)::float8
          + coalesce(max(unplanned_ms), 0) as left_ms,
        count(*) filter (where finished_at is null and not silent)::int as open
      from chunk, (select coalesce(unplanned_ms, 0) as unplanned_ms from job where id = ${jobId}::uuid) as rest
      where job_id = ${jobId}::uuid
    ), updated as (
      update library_item set duration_seconds = greatest(duration_seconds, ceil(transcribed.until_ms / 1000.0)) from transcribed
      where library_item.job_id = ${jobId}::uuid and library_item.state = 'in_progress'
    )
    select share, left_ms as "leftMs", open from transcribed`
  const job = await db().job.findUnique({ where: { id: jobId }, select: { diarize: true, durationMs: true } })
  const speakerSeconds = job?.diarize ? await estimateSpeakerSeconds(job.durationMs ?? 0) : 0
  const end = speakerSeconds > 0 ? TRANSCRIBED_WITHOUT_SPEAKERS : TRANSCRIBED
  const progress = PREPARED + (end - PREPARED) * (transcribed?.share ?? 1)
  const { leftMs, open } = transcribed ?? { leftMs: 0, open: 0 }
  const together = Math.max(1, Math.min(open, env().SPEECH_CONCURRENCY))
  const seconds =
    (await estimateByJob(jobId, leftMs)) ?? (engine && (await estimateByEngine(engine, leftMs / together)))
  await reportProgress(db(), jobId, 'transcribing', progress, seconds === null ? null : seconds + speakerSeconds)
}
