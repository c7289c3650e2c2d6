import type { RunProgress } from '@/lib/jobs/next-run'
import { pollRecording } from '@/lib/jobs/poll-recording'
import { SPEECH_FINISHED } from '@/lib/jobs/speech-finished'
import { speechWebhookUrl } from '@/lib/jobs/speech-webhook-url'
import { submitRecording } from '@/lib/jobs/submit-recording'
import { CALL_LIMIT_MS } from './job-step'
import type { JobSteps } from './job-steps'

const LOOK_LIMIT_MS = 15 * 60_000
const HOUR = 3600

/** The first looks come soon, for recordings of a minute; then every minute, and after an hour every other. */
const FIRST_WAITS = [3, 5, 10, 20, 30]
const MOST_SECONDS = 12 * HOUR

function waitBefore(look: number, waitedSeconds: number): number {
  return FIRST_WAITS[look] ?? (waitedSeconds < HOUR ? 60 : 120)
}

/** Waits until it is time to look, or until the engine says that it is done, where it can reach us. */
async function waitToLook(steps: JobSteps, id: string, remoteId: string, seconds: number): Promise<void> {
  if (speechWebhookUrl() === null) return steps.sleep(id, seconds)
  await steps.waitForEvent(id, SPEECH_FINISHED, `async.data.remoteId == ${JSON.stringify(remoteId)}`, seconds)
}

/**
 * Has a job's recording transcribed as a whole by an engine elsewhere: sends it, then looks again and again, for twelve
 * hours at most. A recording that the engine loses or fails on is sent again. `progress` says how far an earlier run has
 * come, and is kept up to date. Gives whether its text is there.
 */
export async function transcribeRemotely(steps: JobSteps, jobId: string, progress: RunProgress): Promise<boolean> {
  for (let looks = 0; progress.waitedSeconds < MOST_SECONDS; progress.sent++) {
    const [failuresBefore, asFile] = [progress.sent, progress.sent > 0]
    const remoteId = await steps.perform(`submit-${failuresBefore}`, {
      limitMs: CALL_LIMIT_MS,
      verb: (signal) => submitRecording(jobId, { asFile, signal }),
    })
    if (remoteId === null) return true
    for (let here = 0; progress.waitedSeconds < MOST_SECONDS; here++, looks++) {
      const seconds = waitBefore(here, progress.waitedSeconds)
      await waitToLook(steps, `wait-${looks}`, remoteId, seconds)
      progress.waitedSeconds += seconds
      const { waitedSeconds } = progress
      const look = await steps.perform(`look-${looks}`, {
        limitMs: LOOK_LIMIT_MS,
        verb: (signal) => pollRecording(jobId, { waitedSeconds, failuresBefore, asFile, signal }),
      })
      if (look.status === 'done') return true
      if (look.status === 'running') continue
      await steps.sleep(`pause-${failuresBefore}`, look.waitSeconds)
      break
    }
  }
  return false
}
