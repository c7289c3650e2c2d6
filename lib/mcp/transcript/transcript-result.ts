import { z } from 'zod'
import type { RenderOptions, Transcript } from '@/lib/captions/transcript'
import { type Job, jobSchema, jobStageSchema, jobStatusSchema } from '@/lib/jobs/contract'
import type { ToolOutput } from '../tool'
import { loadTranscriptPage, pageTexts, transcriptPageSchema } from './transcript-page'

/** The result of get_transcript and get_job: a page of the transcript, or the progress of its job. */
export const transcriptResultSchema = z.object({
  status: jobStatusSchema.describe('done: the transcript is here. queued, in_progress: call get_job with job_id'),
  job_id: z.string().nullable(),
  stage: jobStageSchema.nullable(),
  progress: z.number().describe('0 to 1'),
  waiting: jobSchema.shape.waiting.describe('Why the job waits, and until when, before it tries again'),
  transcript: transcriptPageSchema.nullable(),
})
export type TranscriptResult = z.infer<typeof transcriptResultSchema>

type PageOptions = { signal: AbortSignal; offset?: number; options?: RenderOptions | undefined }

/** A transcript, from an offset on. */
export async function toTranscriptResult(
  transcript: Transcript,
  { signal, options = {}, offset = 0, jobId = null }: PageOptions & { jobId?: string | null },
): Promise<ToolOutput<TranscriptResult>> {
  const page = await loadTranscriptPage(transcript, { offset, options }, signal)
  return {
    texts: pageTexts(page),
    data: { status: 'done', job_id: jobId, stage: null, progress: 1, waiting: null, transcript: page },
  }
}

/** A job: its transcript when it is done, why it failed when it has, else how to continue waiting. */
export async function toJobResult(
  job: Job,
  { signal, options }: Pick<PageOptions, 'signal' | 'options'>,
): Promise<ToolOutput<TranscriptResult>> {
  const { job_id, status, stage, progress, waiting, transcript, error } = job
  if (error) return { problem: error }
  if (transcript) return toTranscriptResult(transcript, { signal, options, jobId: job_id })
  const text = [
    `The transcript is not ready yet: ${stage ?? status}, ${Math.floor(progress * 100)} % done.`,
    ...(waiting ? [`It waits until ${waiting.until}, then tries again: ${waiting.detail}`] : []),
    `Call get_job with job_id "${job_id}" to keep waiting. The job continues in the background and is charged once.`,
  ]
  return { texts: [text.join('\n')], data: { status, job_id, stage, progress, waiting, transcript: null } }
}
