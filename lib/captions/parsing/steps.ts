/** Work that can be interrupted: it yields at least every few milliseconds. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs the work without interruption. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export function* mapSteps<Item, Result>(items: readonly Item[], toResult: (item: Item) => Result): Steps<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(toResult(item))
    yield
  }
  return results
}

const TURN_MS = 4

/** Runs the work in slices of a few milliseconds, between which the event loop serves everything else. */
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

const CHUNK_LENGTH = 65_536

/** Cuts a text into chunks that each take a millisecond or two to parse. */
export function* textChunks(text: string): Generator<string, void, void> {
  for (let start = 0; start < text.length; start += CHUNK_LENGTH) yield text.slice(start, start + CHUNK_LENGTH)
}
