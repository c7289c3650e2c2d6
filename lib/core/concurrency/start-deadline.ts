export type Bounds = {
  /** Each ends the work, with its own reason. */
  signals?: readonly AbortSignal[]
  /** How long the work may take; unbounded when left out. */
  timeoutMs?: number
  /** The reason by which longer work is aborted; a `TimeoutError` by default. */
  late?: () => unknown
}

export type Deadline = {
  signal: AbortSignal
  /** The outcome of the work, or a rejection with the signal's reason as soon as it aborts. */
  race: <T>(work: Promise<T>) => Promise<T>
  /** Whether the time ran out before anything else ended the work. */
  isLate: () => boolean
  stop: () => void
}

const tooLong = () => new DOMException('The work took too long.', 'TimeoutError')

/**
 * Starts a deadline: its signal aborts when one of several does, or when the time is up. Stop it when the work is over:
 * until then it is held by its timer and by those signals.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` would look the same, but Node below 24 forgets such a timer at the next
 * collection of garbage, and never lets go of a signal with listeners: a limit that is none, and a leak.
 */
export function startDeadline({ signals = [], timeoutMs, late = tooLong }: Bounds): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  let isLate = false
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // The rejection is for those who race; with none of them at it, it must not end the process.
  aborted.catch(() => undefined)

  const onTime = () => {
    isLate = !signal.aborted
    controller.abort(late())
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(onTime, timeoutMs)
  const forwards = signals.map((source) => {
    const forward = () => controller.abort(source.reason)
    if (source.aborted) forward()
    else source.addEventListener('abort', forward, { once: true })
    return () => source.removeEventListener('abort', forward)
  })

  return {
    signal,
    race: (work) => Promise.race([work, aborted]),
    isLate: () => isLate,
    stop: () => {
      clearTimeout(timer)
      for (const letGo of forwards) letGo()
    },
  }
}

/** The outcome of work, or a rejection as soon as its bounds end. The work itself may continue. */
export function raceDeadline<T>(bounds: Bounds, work: Promise<T>): Promise<T> {
  const deadline = startDeadline(bounds)
  return deadline.race(work).finally(deadline.stop)
}

/** Runs work within bounds: it gets the signal that ends it. Returns and throws what the work does. */
export async function withDeadline<T>(bounds: Bounds, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = startDeadline(bounds)
  try {
    return await work(deadline.signal)
  } finally {
    deadline.stop()
  }
}
