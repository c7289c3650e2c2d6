import type { EventData } from '@/lib/core/db/events'
import { settingAtLoad } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { passOn, replaceLostRun } from '@/lib/durable/work'
import { prepareJob, prepareRest } from '@/lib/jobs/audio/prepare-job'
import { assembleTranscript } from '@/lib/jobs/chunks/assemble-transcript'
import { findJobSpeakers } from '@/lib/jobs/chunks/find-job-speakers'
import { transcribeChunks } from '@/lib/jobs/chunks/transcribe-chunks'
import { failJob } from '@/lib/jobs/end/fail-job'
import { JOB_CANCELLED, JOB_REQUESTED, JOB_WORK, type RunProgress, SPEECH_FINISHED } from '@/lib/jobs/events'
import { pollRecording } from '@/lib/jobs/remote/poll-recording'
import { speechWebhookUrl } from '@/lib/jobs/remote/speech-webhook'
import { submitRecording } from '@/lib/jobs/remote/submit-recording'
import { MAX_RETRIES } from '@/lib/jobs/retry-delay'
import { JOB_RECOVERY } from '@/lib/jobs/runs/recover-jobs'
import { inngest, trigger } from './client'
import { CALL_LIMIT_MS } from './job-step'
import { type JobSteps, makeJobSteps, RunIsFull } from './job-steps'

const FINISH_LIMIT_MS = 10 * 60_000

/**
 * Transcribes a job's chunks that are planned in rounds, each a step whose name has the prefix. Each chunk is stored in its own row, so a round that is cut short
 * by the death of the process is repeated without the chunks it had finished.
 */
async function transcribeByChunks(steps: JobSteps, jobId: string, prefix = ''): Promise<void> {
  let failuresBefore = 0
  for (let round = 0; ; round++) {
    const fruitlessRounds = failuresBefore
    const { left, waitSeconds, ...outcome } = await steps.perform(`${prefix}transcribe-${round}`, {
      limitMs: CALL_LIMIT_MS,
      failuresBefore: fruitlessRounds,
      verb: (signal) => transcribeChunks(jobId, { fruitlessRounds, signal }),
    })
    if (left === 0) return
    failuresBefore = outcome.fruitlessRounds
    await steps.sleep(`${prefix}wait-${round}`, waitSeconds)
  }
}

const POLL_LIMIT_MS = 15 * 60_000
const HOUR = 3600

/** The first polls come soon, for recordings of a minute; then every minute, and after an hour every other. */
const FIRST_WAITS = [3, 5, 10, 20, 30]
const MAX_SECONDS = 12 * HOUR

function waitBefore(poll: number, waitedSeconds: number): number {
  return FIRST_WAITS[poll] ?? (waitedSeconds < HOUR ? 60 : 120)
}

/** Waits until it is time to poll, or until the engine's webhook says that it is done. */
async function waitToPoll(steps: JobSteps, id: string, remoteId: string, seconds: number): Promise<void> {
  if (speechWebhookUrl() === null) return steps.sleep(id, seconds)
  await steps.waitForEvent(id, SPEECH_FINISHED.name, `async.data.remoteId == ${JSON.stringify(remoteId)}`, seconds)
}

/**
 * Has a job's recording transcribed as a whole by a remote engine: submits it, then polls, for twelve hours at most. A
 * recording that the engine loses or fails on is sent again. `progress` is that of an earlier run, and is
 * updated. Returns whether its text is stored.
 */
async function transcribeRemotely(steps: JobSteps, jobId: string, progress: RunProgress): Promise<boolean> {
  for (let polls = 0; progress.waitedSeconds < MAX_SECONDS; progress.sent++) {
    const [failuresBefore, asFile] = [progress.sent, progress.sent > 0]
    const remoteId = await steps.perform(`submit-${failuresBefore}`, {
      limitMs: CALL_LIMIT_MS,
      verb: (signal) => submitRecording(jobId, { asFile, signal }),
    })
    if (remoteId === null) return true
    for (let here = 0; progress.waitedSeconds < MAX_SECONDS; here++, polls++) {
      const seconds = waitBefore(here, progress.waitedSeconds)
      await waitToPoll(steps, `wait-${polls}`, remoteId, seconds)
      progress.waitedSeconds += seconds
      const { waitedSeconds } = progress
      const polled = await steps.perform(`look-${polls}`, {
        limitMs: POLL_LIMIT_MS,
        verb: (signal) => pollRecording(jobId, { waitedSeconds, failuresBefore, asFile, signal }),
      })
      if (polled.status === 'done') return true
      if (polled.status === 'running') continue
      await steps.sleep(`pause-${failuresBefore}`, polled.waitSeconds)
      break
    }
  }
  return false
}

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

const AT_A_TIME = settingAtLoad('JOBS_AT_A_TIME')

/** Speech to text on one recording: prepare it, transcribe it by chunks or remotely, store the text. */
export const transcribeRecording = inngest.createFunction(
  {
    id: JOB_WORK.functionId,
    // Repeats calls that did not arrive or had no response. Failures within a call follow lib/jobs/retry-delay.ts.
    retries: MAX_RETRIES,
    triggers: trigger(JOB_REQUESTED),
    concurrency: [{ limit: AT_A_TIME }, { limit: Math.ceil(AT_A_TIME / 2), key: 'event.data.userId' }],
    priority: { run: 'event.data.priority' },
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
