import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { childEnvironment } from './child-environment.mjs'

const START_TIME_FIELD = 21

/**
 * The start time of a process in the system's own notation; null when there is no such process. Together with the pid
 * it distinguishes the process from a later one with the same pid.
 * @param {number} pid
 * @returns {string | null}
 */
export function processIdentity(pid) {
  if (fs.existsSync('/proc/self/stat')) return fromProc(pid)
  const options = { encoding: /** @type {const} */ ('utf8'), env: childEnvironment() }
  const { status, stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], options)
  return status === 0 && stdout.trim() ? stdout.trim() : null
}

/** @param {number} pid */
function fromProc(pid) {
  try {
    const line = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may hold spaces and parentheses itself.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    return state === 'Z' ? null : (fields[START_TIME_FIELD - 2] ?? null)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
