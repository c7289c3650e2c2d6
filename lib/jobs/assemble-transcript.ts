import type { NewTranscript } from '@/lib/archive/store-transcript'
import { unpackSegments } from '@/lib/archive/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import { toSegments } from '@/lib/captions/to-segments'
import type { Warning } from '@/lib/captions/transcript'
import { db } from '@/lib/platform/db'
import type { Job, Piece } from '@/lib/platform/generated/prisma/client'
import { BETTER_ENGINE_HINT } from '@/lib/speech/better-engine-hint'
import { requireEngine } from '@/lib/speech/configured-engine'
import type { SpeechEngine } from '@/lib/speech/engine'
import { finishJob } from './finish-job'
import { reportProgress } from './job-progress'
import { type HeardPiece, joinPieces } from './join-pieces'
import { loadRunningJob } from './load-job'
import { TRANSCRIBED } from './report-pieces'

const NO_SPEECH: Warning = {
  code: 'no_speech',
  detail: 'No speech was found in this recording. Nothing was charged.',
}

/** A piece with its segments at their place in the recording. */
function placed({ startMs, endMs, overlapMs, segments }: Piece): HeardPiece {
  const shift = <T extends { startMs: number; endMs: number }>(part: T): T => ({
    ...part,
    startMs: part.startMs + startMs,
    endMs: Math.min(part.endMs + startMs, endMs),
  })
  const shifted = unpackSegments(segments ?? []).map((segment) => ({
    ...shift(segment),
    ...(segment.words ? { words: segment.words.map(shift) } : {}),
  }))
  return { startMs, overlapMs, segments: shifted }
}

/** What an earlier job has made of the recording up to where this one began, as one long piece, and its language. */
async function heardBefore({
  mediaId,
  requestedLang,
  fromMs,
}: Job): Promise<{ pieces: HeardPiece[]; lang: string | null }> {
  if (fromMs === 0) return { pieces: [], lang: null }
  const key = { mediaId_requestedLang: { mediaId, requestedLang } }
  const stored = await db().transcript.findUnique({ where: key, select: { segments: true, lang: true } })
  if (!stored) throw new Error(`the beginning of media ${mediaId}, which a job goes on from, is not there`)
  const segments = unpackSegments(stored.segments).filter(({ startMs }) => startMs < fromMs)
  return { pieces: [{ startMs: 0, overlapMs: 0, segments }], lang: stored.lang }
}

/** The language most pieces with speech were heard in. */
function majorityLang(pieces: readonly Piece[]): string | null {
  const votes = new Map<string, number>()
  for (const { lang } of pieces) if (lang) votes.set(lang, (votes.get(lang) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

function warningsFor(engine: SpeechEngine, segments: readonly Segment[]): Warning[] {
  if (segments.length === 0) return [NO_SPEECH]
  return engine.draft ? [{ code: 'offline_engine', detail: BETTER_ENGINE_HINT }] : []
}

/** Puts a job's finished pieces together into its transcript and ends it. Done again, it changes nothing. */
export async function assembleTranscript(jobId: string): Promise<void> {
  const job = await loadRunningJob(jobId)
  if (!job) return
  await reportProgress(db(), jobId, 'finishing', TRANSCRIBED)
  const pieces = await db().piece.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  const unfinished = pieces.find((piece) => !piece.finishedAt)
  if (unfinished) throw new Error(`piece ${unfinished.index} of job ${jobId} is not finished`)
  const engine = await requireEngine()
  const before = await heardBefore(job)
  const segments = toSegments(joinPieces([...before.pieces, ...pieces.map(placed)]))
  const coveredMs = pieces.at(-1)?.endMs ?? 0
  const totalMs = Math.max(coveredMs, job.durationMs ?? 0)
  const lang = before.lang ?? majorityLang(pieces)
  const transcript: NewTranscript = {
    mediaId: job.mediaId,
    requestedLang: job.requestedLang,
    lang,
    source: 'speech_to_text',
    engine: { name: engine.id, model: engine.model },
    availableLangs: lang ? [lang] : [],
    segments,
    coveredMs,
    totalMs,
    complete: coveredMs === totalMs,
    warnings: warningsFor(engine, segments),
  }
  await finishJob(jobId, transcript)
}
