import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { isStopping } from '@/lib/core/concurrency/stopping'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { requireEngine } from '@/lib/speech/configured-engine'
import { findComingModel } from '@/lib/speech/downloads/find-coming-model'
import type { ChunkEngine } from '@/lib/speech/engine'
import { languageNotSupported } from '@/lib/speech/language-not-supported'
import { prepareAudio, prepareBeginning } from '../audio/prepare-audio'
import { type JobWithMedia, loadRunningJob } from '../job-table'
import { loadJobWords } from '../job-words'
import { retryDelaySeconds } from '../retry-delay'
import { NoSlot, type SlotWait, startSlotWait } from '../runs/with-slot'
import { reportWait } from '../wait-table'
import { reportChunkProgress } from './chunk-table'
import { engineLanguage, identifySpokenLanguage } from './identify-spoken-language'
import { checkSpokenLanguage } from './judge-job'
import { hasText, loseChunks } from './lost-chunk-table'
import { type OpenChunk, transcribeChunk } from './transcribe-chunk'

/**
 * The outcome of a round: how many chunks are left, how long to wait before the next round, and how many failures in a
 * row there have been.
 */
type Round = { left: number; waitSeconds: number; fruitlessRounds: number }

type Options = {
  /** How many rounds in a row have failed without finishing anything. */
  fruitlessRounds: number
  signal: AbortSignal
}

/** After this time no more chunks are started: an Inngest server calls a step by HTTP, which must not last long. */
const ROUND_MS = 90_000
/** After so many failures in a row the engine is at fault, not the chunks. */
const FAILURES_IN_A_ROW = 3
const NOTHING_LEFT: Round = { left: 0, waitSeconds: 0, fruitlessRounds: 0 }

/** Takes chunks from a list and counts their results. */
function makeTally(chunks: readonly OpenChunk[]) {
  const waiting = [...chunks]
  const endsAt = performance.now() + ROUND_MS
  let [finished, lost, failuresInARow] = [0, 0, 0]
  const failed: number[] = []
  let failure: Problem | null = null
  let noSlot: NoSlot | null = null
  const isFutile = () => failure?.code === 'transcriber_unavailable' || failuresInARow >= FAILURES_IN_A_ROW
  return {
    next: () => (isFutile() || noSlot || performance.now() > endsAt ? undefined : waiting.shift()),
    onFinished: () => {
      finished++
      failuresInARow = 0
    },
    onLost: () => {
      lost++
    },
    onFailed: ({ index }: OpenChunk, problem: Problem) => {
      failure = problem
      failed.push(index)
      failuresInARow++
    },
    /** While there is no slot no new chunk waits; running chunks continue. */
    onNoSlot: (reason: NoSlot) => {
      noSlot = reason
    },
    outcome: () => ({ finished, failed, failure, noSlot, left: chunks.length - finished - lost }),
  }
}

type Outcome = ReturnType<ReturnType<typeof makeTally>['outcome']>

/** The engine has changed since the job was cut into chunks. */
function requireChunkEngine(engine: { mode: string }): asserts engine is ChunkEngine {
  if (engine.mode === 'remoteAsync') throw new Problem('transcriber_unavailable')
}

function openChunks(jobId: string): Promise<OpenChunk[]> {
  return db().chunk.findMany({
    where: { jobId, finishedAt: null },
    select: { jobId: true, index: true, startMs: true, endMs: true },
    orderBy: { index: 'asc' },
  })
}

/** Puts so many chunks behind the others: chunks that fail do not keep the rest from being tried. */
function rotate(chunks: readonly OpenChunk[], by: number): OpenChunk[] {
  const first = chunks.length === 0 ? 0 : by % chunks.length
  return [...chunks.slice(first), ...chunks.slice(0, first)]
}

/** Whether a chunk is at fault, and not the engine. */
function isOfChunk({ code }: Problem): boolean {
  return code === 'transcriber_failed'
}

/**
 * Throws `language_not_supported` for a recording that was refused because its language is unknown, while a model that hears it is being
 * downloaded: any text before that would be thrown away.
 */
async function requireNoComingModel({ id, mediaId, langEvidence, audioLang }: JobWithMedia): Promise<void> {
  if (langEvidence !== null || audioLang !== null || !(await findComingModel('und'))) return
  const refused = await db().job.findMany({
    where: { mediaId, id: { not: id }, error: { path: ['code'], equals: 'language_not_supported' } },
    select: { error: true },
  })
  const isUnknown = refused.some(({ error }) => (error as ProblemBody).context.lang === null)
  if (isUnknown) throw languageNotSupported('und', [])
}

async function transcribeAll(
  found: JobWithMedia,
  chunks: readonly OpenChunk[],
  wait: SlotWait,
  signal: AbortSignal,
): Promise<Outcome> {
  await requireNoComingModel(found)
  const audio = await (found.unplannedMs === null ? prepareAudio(found, signal) : prepareBeginning(found, signal))
  const job = await identifySpokenLanguage(found, { audio, wait, signal })
  const engine = await requireEngine(engineLanguage(job))
  requireChunkEngine(engine)
  const able = await engine.capabilities()
  const languages = able.ok ? able.languages : null
  const tally = makeTally(chunks)
  const words = await loadJobWords(job)
  let lang = await chooseJobLanguage(job.id)
  // Before the first chunk is finished, the time left is known only by other jobs.
  let reported: Promise<void> | null = null
  const onStart = () => {
    reported ??= reportChunkProgress(job.id, engine)
    return reported
  }
  const stop = new AbortController()
  const deadline = startDeadline({ signals: [signal, stop.signal] })

  const work = async () => {
    for (let chunk = tally.next(); chunk; chunk = tally.next()) {
      try {
        await transcribeChunk(chunk, {
          engine,
          languages,
          audio,
          lang: () => lang,
          words,
          wait,
          onStart,
          signal: deadline.signal,
        })
        tally.onFinished()
        lang ??= await chooseJobLanguage(job.id)
        await reportChunkProgress(job.id, engine)
      } catch (error) {
        deadline.signal.throwIfAborted()
        if (isStopping()) throw error
        if (error instanceof NoSlot) return tally.onNoSlot(error)
        const problem = toProblem(error)
        if (retryDelaySeconds(problem, 0) !== null) {
          tally.onFailed(chunk, problem)
          continue
        }
        if (!isOfChunk(problem)) throw error
        await loseChunks(job.id, [chunk.index], problem)
        tally.onLost()
        await reportChunkProgress(job.id, engine)
      }
      await checkSpokenLanguage(job.id)
    }
  }
  // One more than there are slots, so that the next chunk is ready when a slot becomes free.
  const workers = Math.min(chunks.length, env().SPEECH_CONCURRENCY + 1)
  const working = Array.from({ length: workers }, work)
  try {
    await Promise.all(working)
  } finally {
    stop.abort(new Error('the round of the job has ended'))
    await Promise.allSettled(working)
    deadline.stop()
  }
  return tally.outcome()
}

/**
 * Transcribes the remaining chunks of a job for 90 seconds, several concurrently. Each chunk is stored when it is
 * finished and never transcribed again. A failed chunk is left for the next round, after a wait. A chunk is lost if it
 * fails permanently, or fails in the last of too many rounds that finished nothing; if the engine is at fault, its
 * problem is thrown instead. A round without a free slot does not count.
 */
export async function transcribeChunks(jobId: string, { fruitlessRounds, signal }: Options): Promise<Round> {
  const job = await loadRunningJob(jobId)
  const chunks = job ? rotate(await openChunks(jobId), fruitlessRounds * FAILURES_IN_A_ROW) : []
  if (!job || chunks.length === 0) return NOTHING_LEFT
  const wait = startSlotWait('speech', ROUND_MS)
  const round = await transcribeAll(job, chunks, wait, signal)
    .catch((error: unknown): Outcome => {
      if (!(error instanceof NoSlot)) throw error
      return { finished: 0, failed: [], failure: null, noSlot: error, left: chunks.length }
    })
    .finally(wait.stop)
  const { finished, failed, failure, noSlot, left } = round
  const before = finished > 0 ? 0 : fruitlessRounds
  if (!failure) return { left, waitSeconds: left > 0 ? (noSlot?.seconds ?? 0) : 0, fruitlessRounds: before }
  const waitSeconds = retryDelaySeconds(failure, before)
  if (waitSeconds === null) {
    if (!isOfChunk(failure) || !(await hasText(jobId))) throw failure
    await loseChunks(jobId, failed, failure)
    await reportChunkProgress(jobId, null)
    // Chunks that were not tried in this round are tried once more, without another series of waits.
    return { left: left - failed.length, waitSeconds: 0, fruitlessRounds: before }
  }
  await reportWait(jobId, failure, waitSeconds)
  return { left, waitSeconds, fruitlessRounds: finished > 0 ? 0 : before + 1 }
}

/** How many chunks with speech decide the language of a recording. */
const WITNESSES = 3

/** The language of most of the chunks, when there are enough of them and most agree. */
function agreed(langs: readonly string[]): string | null {
  if (langs.length < WITNESSES) return null
  return langs.find((lang) => langs.filter((other) => other === lang).length > WITNESSES / 2) ?? null
}

/**
 * The language that a job's engine is given: the requested one or, once three chunks with speech are transcribed, the
 * language of most of them, which is then stored; null until then.
 */
async function chooseJobLanguage(jobId: string): Promise<string | null> {
  const job = await db().job.findUnique({ where: { id: jobId }, select: { langHint: true } })
  if (!job || job.langHint) return job?.langHint ?? null
  const transcribed = await db().chunk.findMany({
    where: { jobId, finishedAt: { not: null }, lang: { not: null }, segments: { not: [] } },
    select: { lang: true },
    orderBy: { index: 'asc' },
    take: WITNESSES,
  })
  const lang = agreed(transcribed.flatMap((chunk) => chunk.lang ?? []))
  if (lang) await db().job.updateMany({ where: { id: jobId, langHint: null }, data: { langHint: lang } })
  return lang
}
