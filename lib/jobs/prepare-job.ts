import { captionTranscript } from '@/lib/archive/caption-transcript'
import { checkLength } from '@/lib/media/check-length'
import { type FileInspection, inspectFile } from '@/lib/media/inspect-file'
import { planPieces } from '@/lib/media/plan-pieces'
import { db } from '@/lib/platform/db'
import { finishJob } from './finish-job'
import { discardJobFiles } from './job-files'
import { reportProgress } from './job-progress'
import { learnDuration } from './learn-duration'
import { loadRunningJob } from './load-job'
import { fetchMedia, type JobWithMedia, prepareAudio } from './prepare-audio'

/** Windows in which the quietest point is where a recording is cut. */
const PIECE = { minSeconds: 20, maxSeconds: 28 }

async function keepWhatIsKnown(job: JobWithMedia, { kind, title }: FileInspection): Promise<void> {
  await db().media.update({ where: { id: job.mediaId }, data: { kind, title: title ?? job.media.title } })
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
 * Makes a job ready to be transcribed: fetches the recording, looks whether it carries captions after all (then the job
 * is done), decodes its sound, cuts it into pieces and reserves its seconds. Gives how many pieces there are; none when
 * the job has ended. Done again, it keeps what is there. Throws what is wrong with the recording.
 */
export async function prepareJob(jobId: string, signal: AbortSignal): Promise<number> {
  const job = await loadRunningJob(jobId)
  if (!job) return 0
  const planned = await db().piece.count({ where: { jobId } })
  if (planned > 0) return planned
  await reportProgress(db(), jobId, 'resolving', 0.01)
  const media = await fetchMedia(job, signal)
  const found = await inspectFile(media, job.requestedLang, signal)
  await keepWhatIsKnown(job, found)
  if (!found.captions) return planJob(job, signal)
  const transcript = captionTranscript(job, found.captions, found.durationMs)
  if (await stillRuns(jobId, transcript.coveredMs)) await finishJob(jobId, transcript)
  return 0
}
