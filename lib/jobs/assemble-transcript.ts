import type { NewTranscript } from '@/lib/archive/store-transcript'
import { detectLanguage } from '@/lib/captions/detect-language'
import { toSegments } from '@/lib/captions/to-segments'
import type { Warning } from '@/lib/captions/transcript'
import { db } from '@/lib/platform/db'
import { engineOfText } from './engine-of-text'
import { finishJob } from './finish-job'
import { heardBefore } from './heard-before'
import { reportProgress } from './job-progress'
import { joinPieces } from './join-pieces'
import { loadRunningJob } from './load-job'
import { majorityLang } from './majority-lang'
import { placePiece } from './place-piece'
import { TRANSCRIBED } from './report-pieces'

const NO_SPEECH: Warning = {
  code: 'no_speech',
  detail: 'No speech was found in this recording. Nothing was charged.',
}

/** Puts a job's finished pieces together into its transcript and ends it. Done again, it changes nothing. */
export async function assembleTranscript(jobId: string): Promise<void> {
  const job = await loadRunningJob(jobId)
  if (!job) return
  await reportProgress(db(), jobId, 'finishing', TRANSCRIBED)
  const pieces = await db().piece.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  const unfinished = pieces.find((piece) => !piece.finishedAt)
  if (unfinished) throw new Error(`piece ${unfinished.index} of job ${jobId} is not finished`)
  const before = await heardBefore(job)
  if (!before) throw new Error(`the beginning of media ${job.mediaId}, which job ${jobId} goes on from, is not there`)
  const segments = toSegments(joinPieces([...before.pieces, ...pieces.map(placePiece)]))
  const coveredMs = pieces.at(-1)?.endMs ?? 0
  const totalMs = Math.max(coveredMs, job.durationMs ?? 0)
  const { engine, warnings } = await engineOfText(pieces, before.engines)
  // Some engines that know several languages do not tell which one they heard.
  const lang = before.lang ?? majorityLang(pieces) ?? (await detectLanguage(segments))
  const transcript: NewTranscript = {
    mediaId: job.mediaId,
    requestedLang: job.requestedLang,
    lang,
    source: 'speech_to_text',
    engine,
    langTold: job.langTold,
    original: true,
    availableLangs: lang ? [lang] : [],
    segments,
    coveredMs,
    totalMs,
    complete: coveredMs === totalMs,
    warnings: segments.length === 0 ? [NO_SPEECH] : warnings,
  }
  await finishJob(jobId, transcript)
}
