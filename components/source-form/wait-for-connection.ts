const FIRST_MS = 500
const LONGEST_MS = 15_000

/**
 * Waits before the next try: longer after each that brought nothing, and until the browser is online again. Rejects with
 * the signal's reason.
 */
export function waitForConnection(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => navigator.onLine && resolve(), Math.min(FIRST_MS * 2 ** failures, LONGEST_MS))
    window.addEventListener('online', () => resolve(), { once: true, signal })
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
