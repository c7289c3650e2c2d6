import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { childEnvironment } from './child-environment.mjs'

/** The places of fields behind the name, from proc_pid_stat(5). */
const PARENT_FIELD = 1
const START_TIME_FIELD = 19

/**
 * The start time of a process in the system's own notation; null when there is no such process. Together with the pid
 * it distinguishes the process from a later one with the same pid.
 * @param {number} pid
 * @returns {string | null}
 */
export function processIdentity(pid) {
  if (fs.existsSync('/proc/self/stat')) {
    const fields = readStat(pid)
    return fields === null || fields[0] === 'Z' ? null : (fields[START_TIME_FIELD] ?? null)
  }
  const options = { encoding: /** @type {const} */ ('utf8'), env: childEnvironment() }
  const { status, stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], options)
  return status === 0 && stdout.trim() ? stdout.trim() : null
}

/**
 * The parent of a process, by Linux' /proc; null elsewhere, and where the process is gone.
 * @param {number} pid
 * @returns {number | null}
 */
export function parentOf(pid) {
  const fields = readStat(pid)
  return fields && Number(fields[PARENT_FIELD])
}

/**
 * The fields of a process in Linux' /proc, from its state on; null where there is no such process.
 * @param {number} pid
 * @returns {string[] | null}
 */
function readStat(pid) {
  try {
    const line = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may hold spaces and parentheses itself.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ESRCH') return null
    throw error
  }
}
