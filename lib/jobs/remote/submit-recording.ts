import { rm } from 'node:fs/promises'
import { db } from '@/lib/core/db/db'
import type { Chunk } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { encodeAudio } from '@/lib/media/encode-audio'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { RecordingEngine, RecordingSource } from '@/lib/speech/engine'
import { jobFiles } from '../audio/job-files'
import { prepareAudio } from '../audio/prepare-audio'
import { type JobWithMedia, loadRunningJob, reportProgress } from '../job-table'
import { loadJobWords } from '../job-words'
import { withSlot } from '../runs/with-slot'
import { publicAddress } from './public-address'
import { speechWebhookUrl } from './speech-webhook'

/** The engine in use, which must be the kind that the job was prepared for. Throws `transcriber_unavailable`. */
export async function requireRecordingEngine(lang: string | null): Promise<RecordingEngine> {
  const engine = await requireEngine(lang)
  if (engine.mode === 'remoteAsync') return engine
  throw new Problem('transcriber_unavailable', {
    detail: 'The speech engine changed while this recording was transcribed. Nothing was charged. Try again.',
    context: { retryable: false },
  })
}

type Options = {
  /** Sends the audio itself even where its URL would do. */
  asFile: boolean
  signal: AbortSignal
}

const SUBMITTED = 0.12

/**
 * The compressed audio of a job. Not the original file: that may be a film of gigabytes, damaged, or with many tracks,
 * while this is the track, and has the times, that everything else here refers to.
 */
async function makeSmall(job: JobWithMedia, chunk: Chunk, signal: AbortSignal): Promise<string> {
  const { small } = jobFiles(job.id)
  const audio = await prepareAudio(job, signal)
  const stretch = { fromMs: chunk.startMs, untilMs: chunk.endMs }
  await withSlot('decode', job.id, signal, () => encodeAudio(audio, small, stretch, signal))
  return small
}

/**
 * Submits a job's recording to the remote engine, unless it has been submitted already, and returns the id to poll;
 * null when there is nothing to send. A process that dies between submitting and storing the id submits a second time:
 * the engine offers no way to find the first one. Throws what the engine throws.
 */
export async function submitRecording(jobId: string, { asFile, signal }: Options): Promise<string | null> {
  const job = await loadRunningJob(jobId)
  const chunk = job && (await db().chunk.findFirst({ where: { jobId, finishedAt: null } }))
  if (!job || !chunk) return null
  if (job.remoteId !== null) return job.remoteId
  const engine = await requireRecordingEngine(job.langHint)
  const url = asFile ? null : publicAddress(job, chunk)
  const source: RecordingSource =
    url === null ? { kind: 'file', path: await makeSmall(job, chunk, signal) } : { kind: 'url', url }
  const remoteId = await engine.submit(source, {
    lang: job.langHint,
    webhookUrl: speechWebhookUrl(),
    diarize: job.diarize,
    terms: (await loadJobWords(job)).terms,
    signal,
  })
  await db().job.updateMany({ where: { id: jobId, remoteId: null }, data: { remoteId } })
  await reportProgress(db(), jobId, 'transcribing', SUBMITTED)
  const files = jobFiles(jobId)
  for (const file of [files.small, files.audio]) await rm(file, { force: true })
  return remoteId
}
