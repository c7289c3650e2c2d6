import type { Steps } from '@/lib/captions/run-steps'

const TURN_MS = 4

/** Does the work in turns of a few milliseconds, between which everything else that waits for the event loop runs. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const sliceEnd = performance.now() + TURN_MS
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() < sliceEnd)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
