import { captionTranscript } from '@/lib/archive/caption-transcript'
import { planPieces } from '@/lib/media/plan-pieces'
import { type MediaProbe, probeMedia } from '@/lib/media/probe-media'
import { readCaptionTrack } from '@/lib/media/read-caption-track'
import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { finishJob } from './finish-job'
import { discardJobFiles } from './job-files'
import { reportProgress } from './job-progress'
import { loadRunningJob } from './load-job'
import { fetchMedia, type JobWithMedia, prepareAudio } from './prepare-audio'
import { reserveForCallers } from './reserve-for-callers'

/** Windows in which the quietest point is where a recording is cut. */
const PIECE = { minSeconds: 20, maxSeconds: 28 }

async function keepWhatIsKnown(job: JobWithMedia, probe: MediaProbe): Promise<void> {
  const title = probe.tags.title ?? job.media.title
  await db().media.update({ where: { id: job.mediaId }, data: { kind: probe.hasVideo ? 'video' : 'audio', title } })
}

function checkLength(durationMs: number): void {
  const maxSeconds = env().MEDIA_MAX_SECONDS
  if (durationMs > maxSeconds * 1000) {
    throw new Problem('media_too_long', {
      detail: `This recording is longer than the ${Math.floor(maxSeconds / 60)} min this server takes. Send it in parts.`,
      context: { max_seconds: maxSeconds, seconds: Math.ceil(durationMs / 1000) },
    })
  }
}

async function planJob(job: JobWithMedia, signal: AbortSignal): Promise<number> {
  const audio = await prepareAudio(job, signal)
  const pieces = await planPieces(audio, PIECE)
  const durationMs = pieces.at(-1)?.endMs ?? 0
  checkLength(durationMs)
  await db().job.update({ where: { id: job.id }, data: { durationMs } })
  if (!(await reserveForCallers(job.id, durationMs))) {
    await discardJobFiles(job.id)
    return 0
  }
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
  const probe = await probeMedia(media, { signal })
  await keepWhatIsKnown(job, probe)
  if (probe.durationMs !== null) checkLength(probe.durationMs)
  const captions = await readCaptionTrack(media, probe, job.requestedLang)
  if (captions) {
    const transcript = captionTranscript(job, captions, probe.durationMs)
    if (await reserveForCallers(jobId, transcript.coveredMs)) await finishJob(jobId, transcript)
    return 0
  }
  if (!probe.hasAudio) throw new Problem('no_audio')
  return planJob(job, signal)
}
