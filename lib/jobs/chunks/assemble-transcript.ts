import type { NewTranscript } from '@/lib/archive/transcripts/store-transcript'
import { formatShortClock } from '@/lib/captions/clock'
import type { Segment } from '@/lib/captions/cue'
import { detectLanguage } from '@/lib/captions/language/detect-language'
import { toSegments } from '@/lib/captions/layout/segments'
import type { Warning } from '@/lib/captions/warning'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Job } from '@/lib/core/generated/prisma/client'
import { isTooLongForSpeakers, SPEAKERS_UNAVAILABLE, speakersOfTooLong } from '@/lib/speech/speakers/find-speaker-turns'
import { finishJob } from '../end/finish-job'
import { loadRunningJob, reportProgress } from '../job-table'
import { TRANSCRIBED } from '../progress'
import { assignSpeakers } from './assign-speakers'
import { engineOfText } from './engine-of-text'
import { turnsOf } from './find-job-speakers'
import { finishedSegments, majorityLang, offsetChunk } from './finished-segments'
import { joinChunks } from './join-chunks'
import { judgeJob, namesOf } from './judge-job'
import { type MissingSpan, missingSpans } from './lost-chunk-table'

const NO_SPEECH: Warning = {
  code: 'no_speech',
  detail: 'No speech was found in this recording. Nothing was charged.',
}

/** The warning for a caller who asked for speakers where none could be distinguished. */
function speakerWarnings(
  { diarize, durationMs }: Pick<Job, 'diarize' | 'durationMs'>,
  segments: readonly Segment[],
): Warning[] {
  if (!diarize || segments.some(({ speaker }) => speaker !== undefined)) return []
  return [isTooLongForSpeakers(durationMs ?? 0) ? speakersOfTooLong(env().DIARIZE_MAX_SECONDS) : SPEAKERS_UNAVAILABLE]
}

/** The warning of a text without the spans that the engine failed on. */
function missingWarnings(missing: readonly MissingSpan[]): Warning[] {
  if (missing.length === 0) return []
  const spans = namesOf(missing.map(([startMs, endMs]) => ({ startMs, endMs })))
  const detail = `The speech engine failed on a part of this recording, and its text is missing: ${spans}. It was not charged. Request the transcript again to have the rest transcribed from there.`
  return [{ code: 'speech_missing', detail }]
}

type Truncation = { statedMs: number; warnings: Warning[] }
const WHOLE: Truncation = { statedMs: 0, warnings: [] }

/** The length that the file states, and a warning, for a transcript that reaches the end of a file that is cut off. */
function truncationOf({ statedMs, durationMs }: Job, coveredMs: number): Truncation {
  if (statedMs === null || coveredMs < (durationMs ?? 0)) return WHOLE
  const detail = `The file states a length of ${formatShortClock(statedMs)} and ends at ${formatShortClock(coveredMs)}. Only what is there was transcribed and charged. If the file was cut off, send the whole one.`
  return { statedMs, warnings: [{ code: 'media_truncated', detail }] }
}

/** Joins a job's finished chunks into its transcript and ends the job. Calling it again changes nothing. */
export async function assembleTranscript(jobId: string): Promise<void> {
  const job = await loadRunningJob(jobId)
  if (!job) return
  await reportProgress(db(), jobId, 'finishing', TRANSCRIBED)
  const chunks = await db().chunk.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  const unfinished = chunks.find((chunk) => !chunk.finishedAt)
  if (unfinished) throw new Error(`chunk ${unfinished.index} of job ${jobId} is not finished`)
  if (job.unplannedMs !== null) throw new Error(`job ${jobId} is planned only up to ${chunks.at(-1)?.endMs ?? 0} ms`)
  const before = await finishedSegments(job)
  if (!before) throw new Error(`the beginning of media ${job.mediaId}, which job ${jobId} goes on from, is not there`)
  const joined = toSegments(joinChunks([...before.chunks, ...chunks.map(offsetChunk)]))
  const turns = turnsOf(job)
  const segments = turns ? assignSpeakers(joined, turns) : joined
  const coveredMs = chunks.at(-1)?.endMs ?? 0
  const totalMs = Math.max(coveredMs, job.durationMs ?? 0)
  const missing = missingSpans(chunks)
  const judged = judgeJob(chunks)
  const { engine, warnings } = await engineOfText(chunks, before.engines)
  // Some engines that know several languages do not report which one was spoken.
  const lang = before.lang ?? majorityLang(chunks) ?? (await detectLanguage(segments))
  // Spans that the engine failed on are transcribed first.
  const truncation = missing.length > 0 ? WHOLE : truncationOf(job, coveredMs)
  const transcript: NewTranscript = {
    mediaId: job.mediaId,
    requestedLang: job.requestedLang,
    lang,
    source: 'speech_to_text',
    engine,
    langSpecified: job.langSpecified,
    original: true,
    availableLangs: lang ? [lang] : [],
    segments,
    coveredMs,
    totalMs: Math.max(totalMs, truncation.statedMs),
    complete: coveredMs === totalMs && missing.length === 0,
    missing,
    warnings: [
      ...(segments.length === 0 && missing.length === 0 && judged.length === 0
        ? [NO_SPEECH]
        : [...missingWarnings(missing), ...warnings, ...judged, ...speakerWarnings(job, segments)]),
      ...truncation.warnings,
    ],
  }
  await finishJob(jobId, transcript)
}
