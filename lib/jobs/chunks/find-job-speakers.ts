import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { type Job, Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { SpeakerTurn } from '@/lib/speech/engine'
import {
  estimateSpeakerSeconds,
  findSpeakerTurns,
  isTooLongForSpeakers,
} from '@/lib/speech/speakers/find-speaker-turns'
import { prepareAudio } from '../audio/prepare-audio'
import { type JobWithMedia, loadRunningJob, reportProgress } from '../job-table'
import { withSlot } from '../runs/with-slot'
import { TRANSCRIBED_WITHOUT_SPEAKERS } from './chunk-table'

const turnsSchema = z.array(z.tuple([z.int(), z.int(), z.int()]))

/** The turns of a job's speakers; null where they were not looked for, or not found. */
export function turnsOf({ speakerTurns }: Pick<Job, 'speakerTurns'>): SpeakerTurn[] | null {
  if (speakerTurns === null) return null
  return turnsSchema.parse(speakerTurns).map(([startMs, endMs, speaker]) => ({ startMs, endMs, speaker }))
}

/**
 * The audio of a job; null where it is gone and its source no longer gives it: the text is finished, and is not lost for
 * that.
 */
async function findAudio(job: JobWithMedia, signal: AbortSignal): Promise<string | null> {
  try {
    return await prepareAudio(job, signal)
  } catch (error) {
    if (!(error instanceof Problem) || signal.aborted) throw error
    log.warn('a job continues without speakers, because its audio is gone', { job_id: job.id, error })
    return null
  }
}

/**
 * Finds who speaks when in the recording of a job that was asked for it, once, and stores it with the job. A recording without
 * speech is not listened to. Where speakers can't be distinguished the job continues without them.
 */
export async function findJobSpeakers(jobId: string, signal: AbortSignal): Promise<void> {
  const job = await loadRunningJob(jobId)
  if (!job?.diarize || job.speakerTurns !== null) return
  const isSpoken = await db().chunk.count({ where: { jobId, silent: false } })
  if (isSpoken === 0 || isTooLongForSpeakers(job.durationMs ?? 0)) return
  // The text is whole by now, and shown.
  const seconds = await estimateSpeakerSeconds(job.durationMs ?? 0)
  await reportProgress(db(), jobId, 'identifying_speakers', TRANSCRIBED_WITHOUT_SPEAKERS, seconds)
  const audio = await findAudio(job, signal)
  if (audio === null) return
  const turns = await withSlot('speech', job.id, signal, () => findSpeakerTurns(audio, signal))
  const speakerTurns = turns?.map(({ startMs, endMs, speaker }) => [startMs, endMs, speaker]) ?? Prisma.DbNull
  await db().job.updateMany({ where: { id: jobId, finishedAt: null }, data: { speakerTurns } })
}
