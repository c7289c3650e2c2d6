import { z } from 'zod'
import { renderOptions } from '@/lib/archive/render/render-fields'
import { FORMATS } from '@/lib/captions/transcript'
import { nameField } from '@/lib/core/operations/text-field'
import { findJob } from '@/lib/jobs/find-job'
import { subtitleInput } from '@/lib/mcp/subtitle-input'
import { defineTool } from '@/lib/mcp/tool'
import { toJobResult, transcriptResultSchema } from '@/lib/mcp/transcript/transcript-result'
import { MAX_WAIT_SECONDS } from '@/lib/mcp/wait/wait-budget'
import { waitForJob } from '@/lib/mcp/wait/wait-for-job'

const input = z.object({
  job_id: nameField().describe('job_id from a get_transcript response'),
  format: z.enum(FORMATS).default('markdown').describe('Format of the transcript, as for get_transcript'),
  ...subtitleInput,
  wait: z.boolean().default(true).describe('false: return immediately, whatever the progress of the job'),
})

/** A job, waited for: its transcript once it is done. */
export const getJob = defineTool({
  name: 'get_job',
  title: 'Wait for a transcript',
  description: `Wait up to ${MAX_WAIT_SECONDS} seconds for a transcription job that get_transcript began, and get its transcript when it is done. If it is still running then, call this again.`,
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['transcripts:read'],
  input,
  output: transcriptResultSchema,
  run: async ({ job_id, format, wait, ...subtitles }, call) => {
    const options = renderOptions(subtitles)
    const jobId = job_id.trim().toLowerCase()
    const job = wait
      ? await waitForJob(call, jobId, format, options)
      : await findJob(call.actor, jobId, format, options)
    return toJobResult(job, { signal: call.signal, options })
  },
})
