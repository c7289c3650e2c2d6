import { type RunProgress, SPEECH_FINISHED } from '@/lib/jobs/events'
import { pollRecording } from '@/lib/jobs/remote/poll-recording'
import { speechWebhookUrl } from '@/lib/jobs/remote/speech-webhook'
import { submitRecording } from '@/lib/jobs/remote/submit-recording'
import { CALL_LIMIT_MS } from './job-step'
import type { JobSteps } from './job-steps'

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
export async function transcribeRemotely(steps: JobSteps, jobId: string, progress: RunProgress): Promise<boolean> {
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
