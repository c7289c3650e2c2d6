import { stat } from 'node:fs/promises'
import { saveMedia } from '@/lib/archive/media/save-media'
import { captionTranscript } from '@/lib/archive/transcripts/caption-transcript'
import { requireLanguage } from '@/lib/captions/found-captions'
import { checkLength } from '@/lib/media/check-length'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import type { Inspection } from '@/lib/media/inspection'
import { pcmDurationMs } from '@/lib/media/pcm-format'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import { userOwner, withSlotOwner } from '@/lib/platform/concurrency/slot-owner'
import { isStopping } from '@/lib/platform/concurrency/stopping'
import { db } from '@/lib/platform/db/db'
import type { Job } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem/problem'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { SpeechEngine } from '@/lib/speech/engine'
import { withTextOwner } from '@/lib/texts/text-owner'
import { PREPARED } from '../chunks/chunk-table'
import { RUN_UP_MS } from '../chunks/finished-segments'
import { failJob } from '../end/fail-job'
import { finishJob } from '../end/finish-job'
import { type JobWithMedia, jobMediaRef, loadRunningJob, lockJob, reportProgress } from '../job-table'
import { startSlotWait, withSlot } from '../runs/with-slot'
import { findJobCaptions } from './find-job-captions'
import { discardJobFiles } from './job-files'
import { learnDuration } from './learn-duration'
import { prepareAudio } from './prepare-audio'

/** How a prepared job continues: chunk by chunk (`pieces`, as stored runs have it), or as a whole recording. */
export type Prepared = 'ended' | 'pieces' | 'recording'

/** The windows within which a recording is cut at the quietest point. */
const CHUNK = { minSeconds: 20, maxSeconds: 28 }

async function saveKnownFacts(job: JobWithMedia, { captions: _, durationMs: __, ...facts }: Inspection): Promise<void> {
  await saveMedia(jobMediaRef(job), facts)
  await db().media.update({ where: { id: job.mediaId }, data: { kind: facts.kind } })
}

/** Storing the length may have ended the job, when no caller has enough allowance left: then its files are deleted. */
async function stillRuns(jobId: string, durationMs: number): Promise<boolean> {
  const runs = await learnDuration(jobId, durationMs)
  if (!runs) await discardJobFiles(jobId)
  return runs
}

function withRunUp(chunk: Chunk): Chunk {
  const overlapMs = chunk.silent ? 0 : Math.min(chunk.startMs, RUN_UP_MS)
  return { ...chunk, startMs: chunk.startMs - overlapMs, overlapMs }
}

async function planFor(engine: SpeechEngine, job: Job, audio: string, signal: AbortSignal): Promise<Chunk[]> {
  const { fromMs, untilMs } = job
  const planned = await withSlot('decode', job.id, signal, async () => {
    // For an engine that takes whole recordings nothing is cut: it is only asked whether there is any sound in it.
    const isCut = engine.mode !== 'remoteAsync'
    const voiceActivity = isCut ? await findVoiceActivity(audio, { fromMs, untilMs, signal }) : null
    return planChunks(audio, { ...CHUNK, fromMs, untilMs, voiceActivity, signal })
  })
  const chunks = planned.map((chunk, index) => (index === 0 ? withRunUp(chunk) : chunk))
  const [first, last] = [chunks[0], chunks.at(-1)]
  // For an engine that takes whole recordings there is one chunk; without speech it is not sent.
  if (engine.mode !== 'remoteAsync' || !first || !last || chunks.every(({ silent }) => silent)) return chunks
  return [{ startMs: first.startMs, endMs: last.endMs, silent: false, overlapMs: first.overlapMs }]
}

/** Stores the plan, unless another attempt has stored one: two plans need not agree, and their chunks must not be mixed. */
async function saveChunks(jobId: string, chunks: readonly Chunk[]): Promise<void> {
  const noSpeech = { segments: [], finishedAt: new Date() }
  const data = chunks.map((chunk, index) => ({ jobId, index, ...chunk, ...(chunk.silent ? noSpeech : {}) }))
  await db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (job && (await tx.chunk.count({ where: { jobId } })) === 0) await tx.chunk.createMany({ data })
  })
  await reportProgress(db(), jobId, 'transcribing', PREPARED)
}

/** Gives the engine the language in the tag of the audio track where no caller has named one. Returns the job as it is then. */
async function adoptAudioLang(job: JobWithMedia): Promise<JobWithMedia> {
  const { id, langHint, audioLang } = job
  if (langHint !== null || audioLang === null) return job
  await db().job.updateMany({ where: { id, langHint: null }, data: { langHint: audioLang } })
  return { ...job, langHint: audioLang }
}

async function planJob(job: JobWithMedia, headerMs: number | null, signal: AbortSignal): Promise<Prepared> {
  await requireEngine(job.langHint)
  const audio = await prepareAudio(job, signal, headerMs ?? job.durationMs)
  const durationMs = pcmDurationMs((await stat(audio)).size)
  checkLength(durationMs)
  // The allowance of the callers decides how much of it is transcribed.
  const running = (await stillRuns(job.id, durationMs)) ? await loadRunningJob(job.id) : null
  if (!running) return 'ended'
  const measured = await adoptAudioLang(running)
  const engine = await requireEngine(measured.langHint)
  await saveChunks(job.id, await planFor(engine, measured, audio, signal))
  return engine.mode === 'remoteAsync' ? 'recording' : 'pieces'
}

/** The user on whose behalf a job queries its source: the caller who has waited longest. */
async function ownerOf(jobId: string): Promise<string> {
  const where = { jobId, leftAt: null }
  const first = await db().jobCaller.findFirst({ where, orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }] })
  return first ? userOwner(first.userId) : `job ${jobId}`
}

async function prepare(job: JobWithMedia, signal: AbortSignal): Promise<Prepared> {
  if ((await db().chunk.count({ where: { jobId: job.id } })) > 0) {
    return (await requireEngine(job.langHint)).mode === 'remoteAsync' ? 'recording' : 'pieces'
  }
  await reportProgress(db(), job.id, 'resolving', 0.01)
  const found = await withTextOwner(job.media.ownerId ?? job.id, () => findJobCaptions(job, signal))
  await saveKnownFacts(job, found)
  if (!found.captions) return planJob(job, found.durationMs, signal)
  requireLanguage({ requestedLang: job.requestedLang, strict: job.strictLang }, found.captions)
  const transcript = captionTranscript(job, found.captions, found.durationMs)
  if (await stillRuns(job.id, transcript.coveredMs)) await finishJob(job.id, transcript)
  return 'ended'
}

/**
 * Prepares a job for transcription: finds captions that the recording may carry after all (then the job is done),
 * fetches and decodes its audio, reserves its seconds and cuts it into chunks. Returns how the job continues: in
 * chunks, as a whole recording for a remote engine, or not at all. Calling it again keeps what is there. Throws what is
 * wrong with the recording, and `NoSlot`.
 */
export async function prepareJob(jobId: string, signal: AbortSignal): Promise<Prepared> {
  const job = await loadRunningJob(jobId)
  if (!job) return 'ended'
  try {
    const owner = await ownerOf(jobId)
    return await withSlotOwner(
      owner,
      () => prepare(job, signal),
      () => startSlotWait('download'),
    )
  } catch (error) {
    // Here it means that an engine or a program is not set up, which waiting does not fix.
    if (isStopping() || !(error instanceof Problem) || error.code !== 'transcriber_unavailable') throw error
    await failJob(jobId, error)
    return 'ended'
  }
}
