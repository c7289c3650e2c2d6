/** Work that pauses often: each `yield` comes after a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result, void>

/** Does the work in one go. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
