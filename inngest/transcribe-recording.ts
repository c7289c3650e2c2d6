import type { EventData } from '@/lib/core/db/events'
import { Problem } from '@/lib/core/problem/problem'
import { passOn, replaceLostRun } from '@/lib/durable/work'
import { prepareJob, prepareRest } from '@/lib/jobs/audio/prepare-job'
import { assembleTranscript } from '@/lib/jobs/chunks/assemble-transcript'
import { findJobSpeakers } from '@/lib/jobs/chunks/find-job-speakers'
import { failJob } from '@/lib/jobs/end/fail-job'
import { JOB_CANCELLED, JOB_REQUESTED, JOB_WORK, type RunProgress } from '@/lib/jobs/events'
import { MAX_RETRIES } from '@/lib/jobs/retry-delay'
import { JOB_RECOVERY } from '@/lib/jobs/runs/recover-jobs'
import { inngest } from './client'
import { CALL_LIMIT_MS } from './job-step'
import { type JobSteps, makeJobSteps, RunIsFull } from './job-steps'
import { transcribeByChunks } from './transcribe-by-chunks'
import { transcribeRemotely } from './transcribe-remotely'
import { trigger } from './trigger'

const FINISH_LIMIT_MS = 10 * 60_000

/** Works on a job until its text is there, or the job has ended otherwise. Returns whether it has ended. */
async function workOnJob(steps: JobSteps, jobId: string, progress: RunProgress): Promise<boolean> {
  let prepared = await steps.perform('prepare', {
    limitMs: CALL_LIMIT_MS,
    verb: (signal) => prepareJob(jobId, signal),
  })
  if (prepared === 'beginning') {
    await transcribeByChunks(steps, jobId, 'beginning-')
    prepared = await steps.perform('prepare-rest', {
      limitMs: CALL_LIMIT_MS,
      verb: (signal) => prepareRest(jobId, signal),
    })
  }
  if (prepared === 'ended') return false
  if (prepared === 'pieces') {
    await transcribeByChunks(steps, jobId)
    await steps.perform('speakers', { limitMs: CALL_LIMIT_MS, verb: (signal) => findJobSpeakers(jobId, signal) })
  }
  if (prepared === 'recording' && !(await transcribeRemotely(steps, jobId, progress))) return false
  await steps.perform('finish', { limitMs: FINISH_LIMIT_MS, verb: () => assembleTranscript(jobId) })
  return true
}

/** Speech to text on one recording: prepare it, transcribe it by chunks or remotely, store the text. */
export const transcribeRecording = inngest.createFunction(
  {
    id: JOB_WORK.functionId,
    // For calls that never arrived, or had no response. What fails in one is tried again by lib/jobs/retry-delay.ts.
    retries: MAX_RETRIES,
    triggers: trigger(JOB_REQUESTED),
    cancelOn: [{ event: JOB_CANCELLED.name, if: 'async.data.jobId == event.data.jobId' }],
    // A step that failed without a retry has already ended the job: this replaces a run that was lost.
    onFailure: async ({ event, step }) => {
      const { jobId, run }: EventData<typeof JOB_REQUESTED> = event.data.event.data
      await step.run('replace', () => replaceLostRun(JOB_RECOVERY, { id: jobId, run }))
    },
  },
  async ({ event, step }) => {
    const { jobId, run, waitedSeconds = 0, sent = 0 } = event.data
    const progress = { waitedSeconds, sent }
    const steps = makeJobSteps(step, { jobId, run })
    try {
      if (await workOnJob(steps, jobId, progress)) return
      // A run is over only when its job is: one that is still open then would never end.
      const problem = new Problem('transcriber_failed', { cause: 'its run ended without it' })
      await step.run('check', () => failJob(jobId, problem))
    } catch (error) {
      if (!(error instanceof RunIsFull)) throw error
      await step.run('pass-on', () => passOn(JOB_RECOVERY, { id: jobId, run }, progress))
    }
  },
)
