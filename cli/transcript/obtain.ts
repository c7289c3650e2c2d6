import type { Transcript } from '@/lib/captions/transcript'
import { createTranscript } from '@/lib/transcripts/contract'
import type { Context } from '../context'
import type { Source } from '../source/source'
import { uploadFile } from '../source/upload-file'
import { progressBar } from '../terminal/progress-bar'
import { finishJob } from './finish-job'
import { shortLabel } from './job-line'

export type TranscriptOptions = { format: string; lang?: string; strictLang?: boolean; partial?: boolean }

async function nameSource(context: Context, source: Source): Promise<{ url: string } | { upload: string }> {
  if (source.kind === 'link') return { url: source.link }
  const { board } = context.terminal
  const label = shortLabel(source.label)
  try {
    const show = (share: number) => board.set(source.label, `${label}  ${progressBar(share)}  Sending the file`)
    return { upload: await uploadFile(context, source, show) }
  } finally {
    board.set(source.label, null)
  }
}

/**
 * The transcript of a source: sends the file first, asks, and waits for the job where there is one; `onJob` is told its id
 * as soon as it runs. Throws `ApiError` and `Failure`.
 */
export async function obtain(
  context: Context,
  source: Source,
  options: TranscriptOptions,
  onJob: (jobId: string) => void,
): Promise<Transcript> {
  const { format, lang, strictLang = false, partial = false } = options
  const { board } = context.terminal
  const named = await nameSource(context, source)
  board.set(source.label, `${shortLabel(source.label)}  Looking`)
  const request = { ...named, format, strict_lang: strictLang, allow_partial: partial, ...(lang ? { lang } : {}) }
  try {
    const { body } = await context.call(createTranscript, { body: request })
    if (!('job_id' in body)) return body
    onJob(body.job_id)
    return await finishJob(context, body.job_id, { label: source.label, format })
  } finally {
    board.set(source.label, null)
  }
}
