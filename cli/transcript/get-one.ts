import type { Context } from '@/cli/context'
import { Failure } from '@/cli/failure/failure'
import { type SubtitleOptions, subtitleFieldsOf } from '@/cli/options/subtitle-options'
import { findSource, type Source } from '@/cli/source/find-source'
import { uploadFile } from '@/cli/source/upload-file'
import { oneLine } from '@/cli/terminal/printable'
import { progressBar } from '@/cli/terminal/progress-bar'
import type { Transcript } from '@/lib/captions/transcript'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { createTranscript } from '@/lib/transcripts/contract'
import { shortLabel } from './job-line'
import type { Save } from './save/open-target'
import { finishJob } from './wait/finish-job'
import type { Jobs } from './wait/with-job-hint'

/** The outcome of one of several sources: its transcript, or why there is none. `file`: where it was saved. */
export type Outcome = {
  source: string
  file: string | null
  transcript: Transcript | null
  error: ProblemBody | null
}

/** The transcript of one source, saved where there is a place for it; what is to be known of it is said. */
export async function getOne(
  context: Context,
  source: Source,
  { options, save, jobs }: { options: TranscriptOptions; save: Save | null; jobs: Jobs },
): Promise<Outcome> {
  const { terminal } = context
  const label = shortLabel(source.label)
  let jobId: string | null = null
  const onJob = (id: string) => {
    jobId = id
    jobs.began(id)
    if (!terminal.isLive) terminal.say(`${label}: no captions, so it is being transcribed (job ${id})`)
  }
  const transcript = await obtain(context, source, options, onJob)
  if (jobId) jobs.ended(jobId)
  for (const { detail } of transcript.warnings) terminal.say(terminal.paint('yellow', `${label}: ${oneLine(detail)}`))
  const file = save ? await save(source, transcript) : null
  if (file) terminal.say(`${terminal.paint('green', '✓')} ${label} → ${oneLine(file)}`)
  return { source: source.label, file, transcript, error: null }
}

/** The options of a request for a transcript. */
export type TranscriptOptions = SubtitleOptions & {
  format: string
  lang?: string
  track?: string
  strictLang?: boolean
  partial?: boolean
  speakers?: boolean
  prompt?: string
  keywords?: string[]
  captions?: string
  words?: boolean
}

/** Sends a file of this machine. Returns its object path. */
async function send(context: Context, source: Extract<Source, { kind: 'file' }>): Promise<string> {
  const { board } = context.terminal
  const label = shortLabel(source.label)
  try {
    const show = (share: number) => board.set(source.label, `${label}  ${progressBar(share)}  Sending the file`)
    return await uploadFile(context, source, show)
  } finally {
    board.set(source.label, null)
  }
}

type Named = { url: string } | { upload: string; captions?: string }

/** A source as a request names it, a file and its captions once they are sent. */
async function nameSource(context: Context, source: Source, captions: string | undefined): Promise<Named> {
  const text = captions === undefined ? null : await findSource(captions)
  if (text !== null && (text.kind === 'link' || source.kind === 'link')) {
    throw new Failure('usage', '--captions takes a caption file for a local recording, not links.')
  }
  if (source.kind === 'link') return { url: source.link }
  const upload = await send(context, source)
  return text === null ? { upload } : { upload, captions: await send(context, text) }
}

/**
 * The transcript of a source: sends the file first, asks, and waits for the job where there is one; `onJob` is called
 * with its id as soon as it runs. Throws `ApiError` and `Failure`.
 */
async function obtain(
  context: Context,
  source: Source,
  options: TranscriptOptions,
  onJob: (jobId: string) => void,
): Promise<Transcript> {
  const {
    format,
    lang,
    track,
    strictLang = false,
    partial = false,
    speakers = false,
    words,
    prompt,
    keywords,
  } = options
  const { board } = context.terminal
  const named = await nameSource(context, source, options.captions)
  board.set(source.label, `${shortLabel(source.label)}  Looking`)
  const rendering = { format, ...subtitleFieldsOf(options), ...(words && { words }) }
  const language = { strict_lang: strictLang, ...(lang ? { lang } : {}), ...(track ? { track } : {}) }
  const hints = { ...(speakers && { diarize: true }), ...(prompt && { prompt }), ...(keywords && { keywords }) }
  const request = { ...named, ...rendering, allow_partial: partial, ...language, ...hints }
  try {
    const { body } = await context.call(createTranscript, { body: request })
    if (!('job_id' in body)) return body
    onJob(body.job_id)
    return await finishJob(context, body.job_id, { label: source.label, query: rendering })
  } finally {
    board.set(source.label, null)
  }
}
