import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processIdentity } from '../../../lib/core/programs/process-identity.mjs'
import { errorCode } from '../setup-error.mjs'

const POLL_INTERVAL_MS = 100
const HALF_WRITTEN_MS = 2000

/**
 * @typedef {{ pid: number, began: string | null, info: Record<string, string> }} Holder
 */

/**
 * Takes a lock: a file that names the process which holds it and says `info` about it. A lock whose process is gone
 * counts as free. While another holds it `onHeld` is asked about the holder: true waits on, false gives up.
 * @param {string} file
 * @param {Record<string, string>} info
 * @param {(holder: Holder) => boolean} onHeld
 * @returns {Promise<{ release: () => void } | { holder: Holder }>}
 */
export async function lockFile(file, info, onHeld) {
  for (;;) {
    const holder = takeUnlessHeld(file, info)
    if (!holder) return { release: () => release(file) }
    if (!onHeld(holder)) return { holder }
    await sleep(POLL_INTERVAL_MS)
  }
}

/**
 * Takes a lock, however long another holds it. `onWait` is called once, with the pid of that one, when the wait is longer than
 * `quietMs`: commands that begin together wait for each other for tenths of a second. Returns the release.
 * @param {string} file
 * @param {(pid: number) => void} [onWait]
 * @param {number} [quietMs]
 */
export async function waitForLock(file, onWait = () => {}, quietMs = 3000) {
  const beganMs = performance.now()
  let reported = false
  for (;;) {
    const holder = takeUnlessHeld(file, {})
    if (!holder) return () => release(file)
    if (!reported && holder.pid > 0 && performance.now() - beganMs >= quietMs) {
      reported = true
      onWait(holder.pid)
    }
    await sleep(POLL_INTERVAL_MS)
  }
}

/**
 * @param {string} file
 * @param {Record<string, string>} info
 * @returns {Holder | null} the holder, where another has the lock
 */
function takeUnlessHeld(file, info) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  while (!tryToTake(file, info)) {
    const holder = readLock(file)
    if (holder) return holder
    removeStale(file)
  }
  return null
}

/**
 * The holder of a lock; null if it is free.
 * @param {string} file
 * @returns {Holder | null}
 */
export function readLock(file) {
  const text = readIfThere(file)
  if (text === null) return null
  const holder = parse(text)
  if (!holder) return isNew(file) ? { pid: 0, began: null, info: {} } : null
  const began = processIdentity(holder.pid)
  return began !== null && began === holder.began ? holder : null
}

/**
 * @param {string} file
 * @param {Record<string, string>} info
 */
function tryToTake(file, info) {
  const holder = { pid: process.pid, began: processIdentity(process.pid), info }
  try {
    fs.writeFileSync(file, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes a stale lock away under a name of our own, so that of several who see it only one removes it. What is caught by
 * mistake, because another has taken the lock in between, goes back.
 * @param {string} file
 */
function removeStale(file) {
  const caught = `${file}.${process.pid}`
  try {
    fs.renameSync(file, caught)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (readLock(caught)) fs.renameSync(caught, file)
  else fs.rmSync(caught, { force: true })
}

/** @param {string} file */
function release(file) {
  if (parse(readIfThere(file) ?? '')?.pid === process.pid) fs.rmSync(file, { force: true })
}

/** Between its making and its writing a lock is empty. */
function isNew(/** @type {string} */ file) {
  const made = fs.statSync(file, { throwIfNoEntry: false })
  return made !== undefined && Date.now() - made.mtimeMs < HALF_WRITTEN_MS
}

/**
 * @param {string} text
 * @returns {Holder | null}
 */
function parse(text) {
  try {
    const value = JSON.parse(text)
    return Number.isInteger(value?.pid) && typeof value.info === 'object' ? value : null
  } catch {
    // Half written, or not ours at all: as good as none.
    return null
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
