import { readFileSync } from 'node:fs'

const CHECK_MS = 250

/**
 * The parent of a process, by Linux' /proc; null elsewhere, and where the process is gone.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    // The name of the program, in parentheses, may have spaces; proc(5).
    return Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

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
