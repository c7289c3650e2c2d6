const CHECK_MS = 250

/**
 * Calls back when the npm that started this process has ended without it: npm passes a signal on to the shell between them, which
 * ends alone. Returns the undoing.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, CHECK_MS).unref()
  return () => clearInterval(watch)
}
