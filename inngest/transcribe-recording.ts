import { assembleTranscript } from '@/lib/jobs/assemble-transcript'
import { failJob } from '@/lib/jobs/fail-job'
import { JOB_CANCELLED } from '@/lib/jobs/leave-job'
import { passOnJob, type RunProgress, replaceLostRun } from '@/lib/jobs/next-run'
import { prepareJob } from '@/lib/jobs/prepare-job'
import { MOST_RETRIES } from '@/lib/jobs/retry-delay'
import { JOB_REQUESTED } from '@/lib/jobs/start-job'
import { TRANSCRIBE_RECORDING } from '@/lib/jobs/stranded-jobs'
import { Problem } from '@/lib/platform/problem'
import { inngest } from './client'
import { CALL_LIMIT_MS } from './job-step'
import { type JobSteps, makeJobSteps, RunIsFull } from './job-steps'
import { transcribeByChunks } from './transcribe-by-chunks'
import { transcribeRemotely } from './transcribe-remotely'

const FINISH_LIMIT_MS = 10 * 60_000

type JobEvent = { data: { jobId: string; run?: number } & Partial<RunProgress> }

/** Works on a job until its text is there, or the job has ended otherwise. Gives whether it has ended. */
async function workOnJob(steps: JobSteps, jobId: string, progress: RunProgress): Promise<boolean> {
  const prepared = await steps.perform('prepare', {
    limitMs: CALL_LIMIT_MS,
    verb: (signal) => prepareJob(jobId, signal),
  })
  if (prepared === 'ended') return false
  if (prepared === 'pieces') await transcribeByChunks(steps, jobId)
  else if (!(await transcribeRemotely(steps, jobId, progress))) return false
  await steps.perform('finish', { limitMs: FINISH_LIMIT_MS, verb: () => assembleTranscript(jobId) })
  return true
}

/** Speech to text on one recording: prepare it, transcribe it here chunk by chunk or elsewhere as a whole, store the text. */
export const transcribeRecording = inngest.createFunction(
  {
    id: TRANSCRIBE_RECORDING,
    // For calls that never came to us, or had no answer. What fails in one is tried again by lib/jobs/retry-delay.ts.
    retries: MOST_RETRIES,
    triggers: { event: JOB_REQUESTED },
    cancelOn: [{ event: JOB_CANCELLED, if: 'async.data.jobId == event.data.jobId' }],
    // What failed by itself has ended the job.
    onFailure: async ({ event, step }) => {
      const { jobId, run = 0 } = (event.data.event as unknown as JobEvent).data
      await step.run('replace', () => replaceLostRun({ jobId, run }))
    },
  },
  async ({ event, step }) => {
    const { jobId, run = 0, waitedSeconds = 0, sent = 0 } = (event as unknown as JobEvent).data
    const progress = { waitedSeconds, sent }
    const steps = makeJobSteps(step, { jobId, run })
    try {
      if (await workOnJob(steps, jobId, progress)) return
      // A run is over only when its job is: one that is still open then would never end.
      const problem = new Problem('transcriber_failed', { cause: 'its run ended without it' })
      await step.run('check', () => failJob(jobId, problem))
    } catch (error) {
      if (!(error instanceof RunIsFull)) throw error
      await step.run('pass-on', () => passOnJob({ jobId, run }, progress))
    }
  },
)
