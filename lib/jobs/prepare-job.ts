import { captionTranscript } from '@/lib/archive/caption-transcript'
import { saveMedia } from '@/lib/archive/save-media'
import { checkLength } from '@/lib/media/check-length'
import type { Inspection } from '@/lib/media/inspection'
import { planPieces } from '@/lib/media/plan-pieces'
import { db } from '@/lib/platform/db'
import { requireEngine } from '@/lib/speech/configured-engine'
import { finishJob } from './finish-job'
import { discardJobFiles } from './job-files'
import { reportProgress } from './job-progress'
import { jobRef } from './job-ref'
import { learnDuration } from './learn-duration'
import { type JobWithMedia, loadRunningJob } from './load-job'
import { lookForCaptions } from './look-for-captions'
import { prepareAudio } from './prepare-audio'

/** Windows in which the quietest point is where a recording is cut. */
const PIECE = { minSeconds: 20, maxSeconds: 28 }

async function keepWhatIsKnown(
  job: JobWithMedia,
  { captions: _, durationMs: __, ...facts }: Inspection,
): Promise<void> {
  await saveMedia(jobRef(job), facts)
  await db().media.update({ where: { id: job.mediaId }, data: { kind: facts.kind } })
}

/** Learning the length may have ended the job, when nobody who waits has enough left: then its files go. */
async function stillRuns(jobId: string, durationMs: number): Promise<boolean> {
  const runs = await learnDuration(jobId, durationMs)
  if (!runs) await discardJobFiles(jobId)
  return runs
}

async function planJob(job: JobWithMedia, signal: AbortSignal): Promise<number> {
  const audio = await prepareAudio(job, signal)
  const pieces = await planPieces(audio, { ...PIECE, signal })
  const durationMs = pieces.at(-1)?.endMs ?? 0
  checkLength(durationMs)
  if (!(await stillRuns(job.id, durationMs))) return 0
  await db().piece.createMany({
    data: pieces.map((piece, index) => ({ jobId: job.id, index, ...piece })),
    skipDuplicates: true,
  })
  await reportProgress(db(), job.id, 'transcribing', 0.1)
  return pieces.length
}

/**
 * Makes a job ready to be transcribed: looks whether the recording carries captions after all (then the job is done),
 * fetches and decodes its sound, cuts it into pieces and reserves its seconds. Gives how many pieces there are; none when
 * the job has ended. Done again, it keeps what is there. Throws what is wrong with the recording.
 */
export async function prepareJob(jobId: string, signal: AbortSignal): Promise<number> {
  const job = await loadRunningJob(jobId)
  if (!job) return 0
  const planned = await db().piece.count({ where: { jobId } })
  if (planned > 0) return planned
  await reportProgress(db(), jobId, 'resolving', 0.01)
  const found = await lookForCaptions(job, signal)
  await keepWhatIsKnown(job, found)
  if (!found.captions) {
    await requireEngine(job.langHint)
    return planJob(job, signal)
  }
  const transcript = captionTranscript(job, found.captions, found.durationMs)
  if (await stillRuns(jobId, transcript.coveredMs)) await finishJob(jobId, transcript)
  return 0
}
