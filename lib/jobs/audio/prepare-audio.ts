import { access, mkdir, rename, rm } from 'node:fs/promises'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { chooseAudio } from '@/lib/media/choose-audio'
import { decodeAudio } from '@/lib/media/decode-audio'
import { PCM_BYTES_PER_MS } from '@/lib/media/pcm-format'
import { probeMedia } from '@/lib/media/probe-media'
import { type Attempt, failedAttempt } from '@/lib/sources/extractors/attempt'
import { fetchAudio } from '@/lib/sources/fetch-audio'
import { storageKey } from '@/lib/uploads/upload-address'
import { type JobWithMedia, jobMediaRef, reportProgress } from '../job-table'
import { withSlot } from '../runs/with-slot'
import { jobFiles } from './job-files'
import { requireDiskSpace } from './require-disk-space'

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** An upload as a local file, which it already is unless uploads are in a bucket. */
async function fetchUpload(job: JobWithMedia, into: string, signal: AbortSignal): Promise<string> {
  const key = storageKey({ id: job.media.videoId })
  return withSlot('download', job.id, signal, () => fileStore().localFile(key, into, signal))
}

/** The attempts are stored with the job, for the operator. */
async function addToTrace(jobId: string, attempt: Attempt): Promise<void> {
  const job = await db().job.findUnique({ where: { id: jobId }, select: { trace: true } })
  const trace = Array.isArray(job?.trace) ? job.trace : []
  await db().job.updateMany({ where: { id: jobId }, data: { trace: [...trace, attempt] } })
}

/**
 * The recording as a local file: an upload where it is stored, anything else downloaded into the job's folder. A file
 * from an earlier attempt is reused.
 */
export async function fetchMedia(job: JobWithMedia, signal: AbortSignal): Promise<string> {
  const files = jobFiles(job.id)
  if (await exists(files.media)) return files.media
  if (job.openUrl === null) return fetchUpload(job, files.media, signal)
  await reportProgress(db(), job.id, 'downloading', 0.02)
  await mkdir(files.dir, { recursive: true, mode: 0o700 })
  await requireDiskSpace(files.dir, soundBytes(job.durationMs))
  const startedAt = performance.now()
  const fetch = () => fetchAudio(jobMediaRef(job), files.media, signal)
  try {
    // yt-dlp runs as a process for each job and has separate slots.
    await (job.media.platform === 'podcast' ? withSlot('download', job.id, signal, fetch) : fetch())
  } catch (error) {
    if (error instanceof Problem) await addToTrace(job.id, failedAttempt('download', error, startedAt))
    throw error
  }
  return files.media
}

const soundBytes = (durationMs: number | null) => (durationMs ?? 0) * PCM_BYTES_PER_MS

/** How much of a long recording is decoded before the rest, so that its first words wait for no more. */
export const BEGINNING_SECONDS = 300

/** How much of a recording is decoded. */
type Extent = { maxSeconds: number } | { onlySeconds: number }

/** Decodes the audio track for a job's language and stores the track's details with the job. */
async function decodeChosen(
  job: JobWithMedia,
  media: string,
  outFile: string,
  options: Extent & { signal: AbortSignal },
): Promise<void> {
  const { signal } = options
  const { audioTracks } = await probeMedia(media, { signal })
  const track = await chooseAudio(media, audioTracks, job.requestedLang, signal)
  if (!track) throw new Problem('no_audio')
  const { statedMs, isOneChannel } = await decodeAudio(media, outFile, { track, ...options })
  const audioChosen = isOneChannel || audioTracks.length > 1
  await db().job.updateMany({ where: { id: job.id }, data: { audioLang: track.lang, audioChosen, statedMs } })
}

/** Decodes a job's recording, or its beginning, to a file that is there only once it is whole. `bytes`: the space it takes. */
async function decodeTo(
  outFile: string,
  job: JobWithMedia,
  options: Extent & { bytes: number; signal: AbortSignal },
): Promise<void> {
  const { bytes, signal, ...extent } = options
  const { dir } = jobFiles(job.id)
  const media = await fetchMedia(job, signal)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await withSlot('decode', job.id, signal, async () => {
    await requireDiskSpace(dir, bytes)
    const decoded = `${outFile}.decoded`
    await decodeChosen(job, media, decoded, { ...extent, signal })
    await rename(decoded, outFile)
  })
}

/** Whether the whole audio of a job is on this machine. */
export function isDecoded(jobId: string): Promise<boolean> {
  return exists(jobFiles(jobId).audio)
}

/**
 * The recording's audio as PCM in the job's folder, decoded where it is missing: on the first step, on another machine,
 * or after a clean-up. The download is deleted afterwards, so that only one form of a long recording is kept.
 * `durationMs`: its length as far as it is known. Throws what fetching and decoding throw, and `storage_unavailable`.
 */
export async function prepareAudio(
  job: JobWithMedia,
  signal: AbortSignal,
  durationMs: number | null = job.durationMs,
): Promise<string> {
  const files = jobFiles(job.id)
  if (await exists(files.audio)) return files.audio
  const maxSeconds = env().MEDIA_MAX_SECONDS + 1
  await decodeTo(files.audio, job, { maxSeconds, bytes: soundBytes(durationMs), signal })
  await rm(files.media, { force: true })
  return files.audio
}

/**
 * At least the first `BEGINNING_SECONDS` of the recording's audio as PCM, decoded where it is missing. The download is kept for the rest.
 * Throws what `prepareAudio` does.
 */
export async function prepareBeginning(job: JobWithMedia, signal: AbortSignal): Promise<string> {
  const files = jobFiles(job.id)
  for (const file of [files.audio, files.beginning]) if (await exists(file)) return file
  const onlySeconds = BEGINNING_SECONDS
  await decodeTo(files.beginning, job, { onlySeconds, bytes: soundBytes(onlySeconds * 1000), signal })
  return files.beginning
}
