import { parentOf } from '../../lib/core/programs/process-identity.mjs'

const CHECK_MS = 250

/**
 * Calls back when the npm that started this process, by a shell, has ended without it: npm passes a signal on to the shell, which ends
 * alone, and a killed npm leaves both. Returns the undoing.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  const shell = process.ppid
  const npm = parentOf(shell)
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event) return
    if (process.ppid === shell && (npm === null || parentOf(shell) === npm)) return
    clearInterval(watch)
    onGone()
  }, CHECK_MS).unref()
  return () => clearInterval(watch)
}
