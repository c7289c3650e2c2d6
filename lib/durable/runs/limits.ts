import type { StepError } from './op'

/** Inngest's own limits hold here too, so that what works on one machine works on its servers. */
const MAX_STEP_OUTPUT_BYTES = 4 * 1024 * 1024
const MAX_STEPS = 1000

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** The error of an output that is too large, or null. `what` names whose output it is. */
export function outputTooLarge(what: string, output: unknown): StepError | null {
  const bytes = Buffer.byteLength(JSON.stringify(output ?? null))
  if (bytes <= MAX_STEP_OUTPUT_BYTES) return null
  return {
    name: 'OutputTooLargeError',
    message: `The output of ${what} has ${megabytes(bytes)}; at most ${megabytes(MAX_STEP_OUTPUT_BYTES)} are allowed. Store it and return its id.`,
  }
}

/** The error of a run that has taken too many steps, or null. */
export function tooManySteps(count: number): StepError | null {
  if (count <= MAX_STEPS) return null
  return {
    name: 'TooManyStepsError',
    message: `The run has more than ${MAX_STEPS} steps. Split the work among functions with step.invoke or step.sendEvent.`,
  }
}
