import { stat } from 'node:fs/promises'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { checkLength } from '@/lib/media/check-length'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import { pcmDurationMs } from '@/lib/media/pcm-format'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import { configuredEngine, requireEngine } from '@/lib/speech/configured-engine'
import type { SpeechEngine } from '@/lib/speech/engine'
import { RUN_UP_MS } from '../chunks/finished-segments'
import { type JobWithMedia, loadRunningJob, lockJob, reportProgress } from '../job-table'
import { PREPARED } from '../progress'
import { withSlot } from '../runs/with-slot'
import { discardJobFiles } from './job-files'
import { learnDuration, reserveBeginning } from './learn-duration'
import { BEGINNING_SECONDS, isDecoded, prepareAudio, prepareBeginning } from './prepare-audio'

/**
 * How a prepared job continues: chunk by chunk (`pieces`, as stored runs have it), chunk by chunk up to where the rest
 * has to be planned (`beginning`), or as a whole recording.
 */
export type Prepared = 'ended' | 'beginning' | 'pieces' | 'recording'

/** The windows within which a recording is cut at the quietest point. */
const CHUNK = { minSeconds: 20, maxSeconds: 28 }
/** A shorter recording is decoded in so little time that its first words need not come before. */
const LONG_MS = 2 * BEGINNING_SECONDS * 1000
/** A cut this far before the end of the beginning is where it is in a plan of the whole: longer than the window of a cut. */
const SETTLED_MS = 30_000

/** Stores the length. This ends the job if no caller has enough allowance left; then its files are deleted. */
export async function stillRuns(jobId: string, durationMs: number): Promise<boolean> {
  const runs = await learnDuration(jobId, durationMs)
  if (!runs) await discardJobFiles(jobId)
  return runs
}

type Part = { fromMs: number; untilMs: number | null }

/** Cuts a part of a job's audio into chunks. */
async function cutPart(
  { id, audio }: { id: string; audio: string },
  { mode }: SpeechEngine,
  part: Part,
  signal: AbortSignal,
): Promise<Chunk[]> {
  return withSlot('decode', id, signal, async () => {
    // For an engine that takes whole recordings nothing is cut: it is only asked whether there is any sound in it.
    const isCut = mode !== 'remoteAsync'
    const voiceActivity = isCut ? await findVoiceActivity(audio, { ...part, signal }) : null
    return planChunks(audio, { ...CHUNK, ...part, voiceActivity, signal })
  })
}

function withRunUp(chunk: Chunk): Chunk {
  const overlapMs = chunk.silent ? 0 : Math.min(chunk.startMs, RUN_UP_MS)
  return { ...chunk, startMs: chunk.startMs - overlapMs, overlapMs }
}

async function planWhole(
  engine: SpeechEngine,
  { id, fromMs, untilMs }: JobWithMedia,
  audio: string,
  signal: AbortSignal,
): Promise<Chunk[]> {
  const planned = await cutPart({ id, audio }, engine, { fromMs, untilMs }, signal)
  const chunks = planned.map((chunk, index) => (index === 0 ? withRunUp(chunk) : chunk))
  const [first, last] = [chunks[0], chunks.at(-1)]
  // For an engine that takes whole recordings there is one chunk; without speech it is not sent.
  if (engine.mode !== 'remoteAsync' || !first || !last || chunks.every(({ silent }) => silent)) return chunks
  return [{ startMs: first.startMs, endMs: last.endMs, silent: false, overlapMs: first.overlapMs }]
}

/**
 * The chunks of the first part of a recording that a plan of the whole has too: up to the last cut in a pause of speech. None where
 * nothing is said before it.
 */
export function settledChunks(chunks: readonly Chunk[]): Chunk[] {
  const latestMs = (chunks.at(-1)?.endMs ?? 0) - SETTLED_MS
  const isSeam = ({ startMs, silent, overlapMs }: Chunk) => !silent && overlapMs === 0 && startMs <= latestMs
  const settled = chunks.slice(0, Math.max(0, chunks.findLastIndex(isSeam)))
  return settled.some(({ silent }) => !silent) ? settled : []
}

function toRows(jobId: string, chunks: readonly Chunk[], firstIndex: number) {
  const noSpeech = { segments: [], finishedAt: new Date() }
  return chunks.map((chunk, at) => ({ jobId, index: firstIndex + at, ...chunk, ...(chunk.silent ? noSpeech : {}) }))
}

/**
 * Stores the plan of a recording, or of its beginning, unless another attempt has stored one: two plans need not agree, and their
 * chunks must not be mixed.
 */
async function savePlan(jobId: string, chunks: readonly Chunk[], unplannedMs: number | null): Promise<void> {
  await db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job || (await tx.chunk.count({ where: { jobId } })) > 0) return
    await tx.chunk.createMany({ data: toRows(jobId, chunks, 0) })
    if (unplannedMs !== null) await tx.job.update({ where: { id: jobId }, data: { unplannedMs } })
  })
  await reportProgress(db(), jobId, 'transcribing', PREPARED)
}

/** Appends the chunks of the rest to those of the beginning, unless another attempt has. */
async function saveRest(jobId: string, chunks: readonly Chunk[]): Promise<void> {
  await db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job || job.unplannedMs === null) return
    const planned = await tx.chunk.count({ where: { jobId } })
    await tx.chunk.createMany({ data: toRows(jobId, chunks, planned) })
    await tx.job.update({ where: { id: jobId }, data: { unplannedMs: null } })
  })
}

/** An engine elsewhere detects the language by itself, better than by what a source says. */
async function isTranscribedHere(lang: string): Promise<boolean> {
  return (await configuredEngine(lang)).engine?.mode === 'local'
}

/**
 * Gives the engine the language in the tag of the audio track, else the one that the source gives, where no caller has named one.
 * Returns the job as it is then.
 */
async function adoptKnownLang(job: JobWithMedia): Promise<JobWithMedia> {
  const { id, audioLang, sourceLang } = job
  if (job.langHint !== null) return job
  const langHint = audioLang ?? (sourceLang && (await isTranscribedHere(sourceLang)) ? sourceLang : null)
  if (langHint === null) return job
  await db().job.updateMany({ where: { id, langHint: null }, data: { langHint } })
  return { ...job, langHint }
}

/** Decodes the recording and stores its length. Returns its audio, and the job as it is then; null where the job has ended. */
async function measure(
  job: JobWithMedia,
  headerMs: number | null,
  signal: AbortSignal,
): Promise<{ audio: string; measured: JobWithMedia } | null> {
  const audio = await prepareAudio(job, signal, headerMs ?? job.durationMs)
  const durationMs = pcmDurationMs((await stat(audio)).size)
  checkLength(durationMs)
  // The allowance of the callers decides how much of it is transcribed.
  const running = (await stillRuns(job.id, durationMs)) ? await loadRunningJob(job.id) : null
  return running ? { audio, measured: await adoptKnownLang(running) } : null
}

/**
 * Plans only the beginning of a long recording. Returns null where the whole has to be planned instead: for an engine that takes whole
 * recordings, for a job that continues another one, for an unknown length, which may be more than a caller's allowance, and where
 * the beginning has no speech that can be cut off, or no caller may have all of it.
 */
async function planBeginning(job: JobWithMedia, signal: AbortSignal): Promise<Prepared | null> {
  const lengthMs = job.durationMs ?? 0
  const isWhole = job.fromMs > 0 || lengthMs < LONG_MS || (await isDecoded(job.id))
  if (isWhole || (await requireEngine(job.langHint)).mode === 'remoteAsync') return null
  const audio = await prepareBeginning(job, signal)
  const beginningMs = pcmDurationMs((await stat(audio)).size)
  if (beginningMs < BEGINNING_SECONDS * 1000) return null
  const seconds = await reserveBeginning(job.id, beginningMs)
  const running = seconds === null ? null : await loadRunningJob(job.id)
  if (seconds === null || !running) {
    await discardJobFiles(job.id)
    return 'ended'
  }
  if (seconds < BEGINNING_SECONDS) return null
  const measured = await adoptKnownLang(running)
  const engine = await requireEngine(measured.langHint)
  if (engine.mode === 'remoteAsync') return null
  const chunks = settledChunks(await cutPart({ id: job.id, audio }, engine, { fromMs: 0, untilMs: null }, signal))
  const last = chunks.at(-1)
  if (!last) return null
  await savePlan(job.id, chunks, Math.max(0, lengthMs - last.endMs))
  return 'beginning'
}

/** How a job continues whose chunks are planned. */
export async function continuePlanned({ langHint, unplannedMs }: JobWithMedia): Promise<Prepared> {
  if (unplannedMs !== null) return 'beginning'
  return (await requireEngine(langHint)).mode === 'remoteAsync' ? 'recording' : 'pieces'
}

/** Decodes a job's recording, or its beginning where it is long, reserves its seconds and plans its chunks. */
export async function planJob(job: JobWithMedia, headerMs: number | null, signal: AbortSignal): Promise<Prepared> {
  await requireEngine(job.langHint)
  const begun = await planBeginning(job, signal)
  if (begun) return begun
  const found = await measure(job, headerMs, signal)
  if (!found) return 'ended'
  const { audio, measured } = found
  const engine = await requireEngine(measured.langHint)
  await savePlan(job.id, await planWhole(engine, measured, audio, signal), null)
  // Another attempt may have planned the beginning meanwhile.
  const planned = await loadRunningJob(job.id)
  return planned ? continuePlanned(planned) : 'ended'
}

/** Decodes the whole recording of a job whose beginning is planned, reserves its seconds and plans the chunks of the rest. */
export async function planRest(job: JobWithMedia, signal: AbortSignal): Promise<Prepared> {
  const found = await measure(job, job.durationMs ?? job.unplannedMs, signal)
  if (!found) return 'ended'
  const { audio, measured } = found
  const engine = await requireEngine(measured.langHint)
  // The engine has changed since the beginning was planned.
  if (engine.mode === 'remoteAsync') throw new Problem('transcriber_unavailable')
  const last = await db().chunk.findFirstOrThrow({ where: { jobId: job.id }, orderBy: { index: 'desc' } })
  const { durationMs, untilMs } = measured
  const part = { fromMs: last.endMs, untilMs }
  const isOver = part.fromMs >= (untilMs ?? durationMs ?? 0)
  await saveRest(job.id, isOver ? [] : await cutPart({ id: job.id, audio }, engine, part, signal))
  return 'pieces'
}
