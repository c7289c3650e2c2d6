import type { Format, Transcript } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { isProblemCode, type ProblemCode } from '@/lib/core/problem/problem-table'
import { findJobSegments } from '@/lib/jobs/chunks/find-job-segments'
import type { Job } from '@/lib/jobs/contract'
import { isEnded } from '@/lib/jobs/states'
import { watchJob } from '@/lib/jobs/watch/watch-job'
import { MAX_PROMPT_CHARACTERS, transcriptRequestSchema } from '@/lib/transcripts/contract'
import { type Obtained, obtainTranscript } from '@/lib/transcripts/obtain-transcript'
import type { ResponseFormat, TranscriptionEvent, TranscriptionFields } from './contract'
import type { ReceivedForm } from './receive-form'
import { diarizedSegments, lacksWordTimes, textJoining, wholeText } from './render-transcription'

/** The format in which the transcript is asked for: OpenAI's own shapes are made of its segments. */
function ownFormat(format: ResponseFormat): Format {
  return format === 'srt' || format === 'vtt' ? format : 'json'
}

const LANGUAGE_CODES: ReadonlySet<ProblemCode> = new Set(['invalid_language', 'language_not_supported'])

const WORDS_FIELD = { context: { field: 'timestamp_granularities[]' } }

/** Names the field of what is refused, which OpenAI calls otherwise. */
function renameField(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'words_unavailable') return new Problem(error.code, WORDS_FIELD)
  if (!LANGUAGE_CODES.has(error.code)) return error
  return new Problem(error.code, { detail: error.message, context: { ...error.context, field: 'language' } })
}

function needsWords({
  response_format: format,
  stream,
  'timestamp_granularities[]': granularities,
}: TranscriptionFields) {
  return format === 'verbose_json' && !stream && granularities.includes('word')
}

/** Throws `words_unavailable` where words are asked for and a text that is not empty has none. */
export async function requireWords(
  transcript: Transcript,
  fields: TranscriptionFields,
  signal: AbortSignal,
): Promise<void> {
  if (needsWords(fields) && (await lacksWordTimes(transcript, signal)))
    throw new Problem('words_unavailable', WORDS_FIELD)
}

/** The one language that may be spoken, else `auto`. */
function langOf({ language, 'languages[]': languages }: TranscriptionFields): string {
  const named = language.trim()
  if (named !== '') return named
  return (languages.length === 1 && languages[0]?.trim()) || 'auto'
}

/** Speakers are named where they were requested. */
const optionsOf = (format: ResponseFormat) => (format === 'diarized_json' ? {} : { speakers: false })

/** The transcript of a form's file where there is one, else the job that makes it, started or joined. */
export async function startTranscription(
  actor: Actor,
  { fields, upload }: ReceivedForm,
  signal: AbortSignal,
): Promise<Obtained> {
  const { response_format, prompt } = fields
  const request = transcriptRequestSchema.parse({
    upload: upload.objectPath,
    lang: langOf(fields),
    format: ownFormat(response_format),
    diarize: response_format === 'diarized_json',
    prompt: prompt.slice(-MAX_PROMPT_CHARACTERS).toWellFormed(),
    keywords: fields['keywords[]'],
  })
  try {
    return await obtainTranscript(actor, request, signal, { needsWords: needsWords(fields) })
  } catch (error) {
    throw renameField(error)
  }
}

function problemOf({ code, detail, context, retry_after }: ProblemBody): Problem {
  if (!isProblemCode(code)) return new Problem('internal_error', { detail })
  return new Problem(code, { detail, context, ...(retry_after === null ? {} : { retryAfterSeconds: retry_after }) })
}

/** The transcript of a job that has ended. Throws what the job failed with. */
function transcriptOf({ transcript, error }: Job): Transcript {
  if (transcript) return transcript
  throw error ? problemOf(error) : new Problem('not_found', { detail: 'This transcript was deleted.' })
}

/**
 * Waits until a transcription is done. Ends without one when `signal` aborts, and throws what the job failed with.
 */
export async function* awaitTranscription(
  actor: Actor,
  obtained: Obtained,
  format: ResponseFormat,
  signal: AbortSignal,
): AsyncGenerator<Transcript> {
  if (obtained.kind === 'transcript') return yield obtained.transcript
  for await (const job of watchJob(
    actor,
    obtained.job.job_id,
    { format: ownFormat(format), options: optionsOf(format) },
    signal,
  )) {
    if (isEnded(job.status)) yield transcriptOf(job)
  }
}

/** The text of a job as it grows, from where it was read last. */
function textGrowth(actor: Actor, jobId: string, signal: AbortSignal) {
  const join = textJoining()
  let afterMs = 0
  return async function* grown(): AsyncGenerator<TranscriptionEvent> {
    for (;;) {
      const { segments, covered_ms } = await findJobSegments(actor, jobId, afterMs, signal)
      for (const { text } of segments) yield { type: 'transcript.text.delta', delta: join(text) }
      if (covered_ms <= afterMs) return
      afterMs = covered_ms
    }
  }
}

/** The events of a finished transcript that were not sent before: the speakers, and the whole text. */
async function* lastEvents(
  transcript: Transcript,
  format: ResponseFormat,
  signal: AbortSignal,
): AsyncGenerator<TranscriptionEvent> {
  if (format === 'diarized_json') yield* diarizedSegments(transcript, signal)
  yield { type: 'transcript.text.done', text: await wholeText(transcript, signal) }
}

/** A transcription as OpenAI's events: its text as it grows, then the whole. Throws what the job failed with. */
export async function* transcriptionEvents(
  actor: Actor,
  obtained: Obtained,
  format: ResponseFormat,
  signal: AbortSignal,
): AsyncGenerator<TranscriptionEvent> {
  if (obtained.kind === 'transcript') {
    const delta = await wholeText(obtained.transcript, signal)
    if (delta !== '') yield { type: 'transcript.text.delta', delta }
    return yield* lastEvents(obtained.transcript, format, signal)
  }
  const { job_id } = obtained.job
  const grown = textGrowth(actor, job_id, signal)
  for await (const job of watchJob(actor, job_id, { format: 'json' }, signal)) {
    yield* grown()
    if (isEnded(job.status)) yield* lastEvents(transcriptOf(job), format, signal)
  }
}
