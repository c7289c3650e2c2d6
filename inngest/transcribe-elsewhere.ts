import { lookAtRecording } from '@/lib/jobs/look-at-recording'
import { SPEECH_FINISHED } from '@/lib/jobs/speech-finished'
import { speechWebhookUrl } from '@/lib/jobs/speech-webhook-url'
import { submitRecording } from '@/lib/jobs/submit-recording'
import { type JobSteps, type JobTries, jobStep } from './job-step'

const SUBMIT_LIMIT_MS = 3 * 3_600_000
const LOOK_LIMIT_MS = 15 * 60_000
const HOUR = 3600

/** The first looks come soon, for recordings of a minute; then every minute, and after an hour every other. */
const FIRST_WAITS = [3, 5, 10, 20, 30]
/** Two steps for each look: with a thousand to a run, enough until the end. */
const MOST_SECONDS = 12 * HOUR

function waitBefore(look: number, waitedSeconds: number): number {
  return FIRST_WAITS[look] ?? (waitedSeconds < HOUR ? 60 : 120)
}

/** Waits until it is time to look, or until the engine says that it is done, where it can reach us. */
async function waitToLook(step: JobSteps, id: string, remoteId: string, seconds: number): Promise<void> {
  if (speechWebhookUrl() === null) return step.sleep(id, seconds * 1000)
  const condition = `async.data.remoteId == ${JSON.stringify(remoteId)}`
  await step.waitForEvent(id, { event: SPEECH_FINISHED, timeout: seconds * 1000, if: condition })
}

/**
 * Has a job's recording transcribed as a whole by an engine elsewhere: sends it, then looks again and again, for twelve
 * hours at most. A recording that the engine loses or fails on is sent again. Gives whether its text is there.
 */
export async function transcribeElsewhere(step: JobSteps, tries: JobTries): Promise<boolean> {
  const { jobId } = tries
  let [looks, waited] = [0, 0]
  for (let sent = 0; waited < MOST_SECONDS; sent++) {
    const [failuresBefore, asFile] = [sent, sent > 0]
    const remoteId = await step.run(`submit-${sent}`, () =>
      jobStep({ ...tries, limitMs: SUBMIT_LIMIT_MS }, (signal) => submitRecording(jobId, { asFile, signal })),
    )
    if (remoteId === null) return true
    for (let here = 0; waited < MOST_SECONDS; here++, looks++) {
      const seconds = waitBefore(here, waited)
      waited += seconds
      await waitToLook(step, `wait-${looks}`, remoteId, seconds)
      const options = { waitedSeconds: waited, failuresBefore, asFile }
      const look = await step.run(`look-${looks}`, () =>
        jobStep({ ...tries, limitMs: LOOK_LIMIT_MS }, (signal) => lookAtRecording(jobId, { ...options, signal })),
      )
      if (look.status === 'done') return true
      if (look.status === 'running') continue
      if (look.waitSeconds > 0) await step.sleep(`pause-${sent}`, look.waitSeconds * 1000)
      break
    }
  }
  return false
}
