import type { Command } from 'commander'
import { activityWords } from '@/components/transcript-viewer/job/job-words'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { cancelJob, getJob, type Job } from '@/lib/jobs/contract'
import type { Context } from '../context'
import { FORMAT_OPTION, meantFormat, parseFormat, requestedFormat } from '../options/formats'
import { addSubtitleOptions, type SubtitleOptions, subtitleFieldsOf } from '../options/subtitle-options'
import { perform } from '../perform'
import { oneLine } from '../terminal/printable'
import { printTranscript } from '../transcript/print-transcript'
import { finishJob } from '../transcript/wait/finish-job'
import { withJobHint } from '../transcript/wait/with-job-hint'

function words(job: Job): string {
  if (job.status === 'done') return `Done. Get the transcript with verbatim jobs wait ${job.job_id}\n`
  if (job.error) return `Failed. ${oneLine(job.error.detail)}\n`
  return `${Math.floor(job.progress * 100)} % done. ${oneLine(activityWords(job))}\n`
}

async function status(context: Context, jobId: string): Promise<void> {
  const { body } = await context.call(getJob, { params: { job_id: jobId } })
  await context.print(body, words(body))
}

async function cancel(context: Context, jobId: string): Promise<void> {
  const { body } = await context.call(cancelJob, { params: { job_id: jobId } })
  await context.print(body, words(body))
}

type WaitOptions = SubtitleOptions & { format?: DownloadFormat; output?: string }

async function wait(
  context: Context,
  jobId: string,
  { format: named, output, ...subtitles }: WaitOptions,
): Promise<void> {
  const format = meantFormat(named, output, context.json)
  const query = { format: requestedFormat(format), ...subtitleFieldsOf(subtitles) }
  const transcript = await withJobHint(context, (jobs) => {
    jobs.began(jobId)
    return finishJob(context, jobId, { label: jobId, query })
  })
  await printTranscript(context, transcript, { label: jobId, output, format })
}

export function addJobs(program: Command, interruption: AbortSignal): void {
  const jobs = program.command('jobs').description('Show, wait for or cancel a transcription job')
  jobs
    .command('status')
    .description('Show the progress of a job')
    .argument('<job>', "the job's id")
    .action(perform(interruption, status))
  const waiting = jobs
    .command('wait')
    .description('Wait for a job, then print its transcript')
    .argument('<job>', "the job's id")
    .option('-f, --format <format>', FORMAT_OPTION, parseFormat)
    .option('-o, --output <path>', 'write to this file, or into this folder')
  addSubtitleOptions(waiting).action(perform(interruption, wait))
  jobs
    .command('cancel')
    .description('Cancel a job; nothing is charged')
    .argument('<job>', "the job's id")
    .action(perform(interruption, cancel))
}
