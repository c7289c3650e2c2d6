import type { JobRun } from '@/lib/jobs/runs/worker-table'
import { type JobWork, jobStep, type RetryCounts, type StepOutcome, type StepTools } from './job-step'

/** The steps of one run that works on a job. Each throws `RunIsFull` when the run has had as many as it may. */
export type JobSteps = {
  /** Does a step's work, and begins it again, after a sleep, for as long as that is of use. */
  perform: <T>(id: string, work: JobWork<T>) => Promise<T>
  sleep: (id: string, seconds: number) => Promise<void>
  /** Until an event comes for which the condition holds, or for so many seconds. */
  waitForEvent: (id: string, event: string, condition: string, seconds: number) => Promise<void>
}

/** A run has had as many steps as it may: the next run continues. */
export class RunIsFull extends Error {
  override readonly name = 'RunIsFull'
}

/** A run may have a thousand. */
const MAX_STEPS = 900

export function makeJobSteps(step: StepTools, of: JobRun): JobSteps {
  let steps = 0
  const count = () => {
    if (steps >= MAX_STEPS) throw new RunIsFull(`run ${of.run} of job ${of.jobId} is full`)
    steps++
  }
  const sleep = async (id: string, seconds: number) => {
    if (seconds <= 0) return
    count()
    await step.sleep(id, seconds * 1000)
  }
  return {
    sleep,
    perform: async <T>(id: string, work: JobWork<T>) => {
      const agains: RetryCounts = { failed: 0, database: 0, storage: 0, ours: 0 }
      for (let again = 0; ; again++) {
        count()
        const before = { ...agains }
        // The result of a step is plain data, which is the same after it was JSON.
        const outcome = (await step.run({ id: `${id}:${again}`, name: id }, () =>
          jobStep(of, work, before),
        )) as StepOutcome<T>
        if (!('againSeconds' in outcome)) return outcome.value
        agains[outcome.reason]++
        await sleep(`${id}:${again}:again`, outcome.againSeconds)
      }
    },
    waitForEvent: async (id, event, condition, seconds) => {
      count()
      await step.waitForEvent(id, { event, timeout: seconds * 1000, if: condition })
    },
  }
}
