import fs from 'node:fs'
import path from 'node:path'
import {
  currentCopy,
  currentLink,
  IN_USE,
  listCopies,
  passedOverFile,
  versionsFolder,
} from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { readLock } from '../../lock/lock-file.mjs'
import { versionOf } from './find-yt-dlp.mjs'
import { testYtDlp } from './test-yt-dlp.mjs'

/** The current copy and the one before it, besides those in use. */
const KEPT = 2

/**
 * A copy that works, in the folder `made`, and what it lacks, each with the reason.
 * @typedef {{ made: string, version: string, missing: string[] }} Copy
 */

/**
 * Makes a copy of yt-dlp in a new folder, and tests it.
 * @param {import('./yt-dlp-sources.mjs').YtDlpSource} fetch
 * @param {{ work: string, python: string, requirements: import('./yt-dlp-sources.mjs').Requirements }} job
 * @returns {Promise<Copy | { failure: string, none?: 'newer' | 'index' }>}
 */
export async function makeCopy(fetch, { work, python, requirements }) {
  const made = path.join(work, 'made')
  fs.mkdirSync(path.join(made, IN_USE), { recursive: true })
  const fetched = await fetch({ lib: path.join(made, 'lib'), work, python, requirements })
  if ('failure' in fetched) return fetched
  writeLauncher(made, python)
  const program = path.join(made, 'yt-dlp')
  const version = await versionOf(program)
  if (version === null) return { failure: 'the yt-dlp that came does not run' }
  const wrong = await testYtDlp(program, { version, work, python })
  return wrong === null ? { made, version, missing: fetched.missing } : { failure: `yt-dlp ${version} ${wrong}` }
}

/**
 * Writes the program that is run. It may be moved with its folder; neither the user's Python packages nor
 * variables of the environment change what it loads.
 * @param {string} folder
 * @param {string} python
 */
function writeLauncher(folder, python) {
  const file = path.join(folder, 'yt-dlp')
  const load = 'import sys; sys.path.insert(0, sys.argv.pop(1)); import yt_dlp; yt_dlp.main()'
  const quoted = `'${python.replaceAll("'", `'\\''`)}'`
  fs.writeFileSync(file, `#!/bin/sh\nexec ${quoted} -I -c '${load}' "$(dirname "$0")/lib" "$@"\n`, { mode: 0o755 })
}

/**
 * Puts a copy beside the others, and has calls begin with it from now on. Calls under way end on the copy they began with.
 * @param {string} folder
 * @param {Copy} copy
 */
export function placeCopy(folder, { made, version }) {
  fs.mkdirSync(versionsFolder(folder), { recursive: true })
  const names = [version, ...Array.from({ length: 99 }, (_, i) => `${version}-${i + 2}`)]
  const name = names.find((one) => !fs.existsSync(path.join(versionsFolder(folder), one)))
  if (!name) throw new Error(`there are too many copies of yt-dlp ${version} in ${versionsFolder(folder)}`)
  fs.renameSync(made, path.join(versionsFolder(folder), name))
  switchTo(folder, name)
  removeOldCopies(folder)
}

/**
 * Has calls begin with another copy, in one step: no call finds none.
 * @param {string} folder
 * @param {string} name
 */
export function switchTo(folder, name) {
  const link = `${currentLink(folder)}.${process.pid}`
  fs.rmSync(link, { force: true })
  // Relative, so that the data folder can be moved.
  fs.symlinkSync(path.join(path.basename(versionsFolder(folder)), name), link)
  fs.renameSync(link, currentLink(folder))
  const now = new Date()
  fs.utimesSync(path.join(versionsFolder(folder), name, 'yt-dlp'), now, now)
  fs.rmSync(passedOverFile(folder), { force: true })
}

/**
 * Removes the copies before the last two that no call runs on, of a process that is alive.
 * @param {string} folder
 */
export function removeOldCopies(folder) {
  const current = currentCopy(folder)
  const others = listCopies(folder)
    .map((name) => path.join(versionsFolder(folder), name))
    .filter((copy) => fs.realpathSync(copy) !== current)
  for (const copy of others.slice(KEPT - 1)) {
    if (!isInUse(copy)) fs.rmSync(copy, { recursive: true, force: true })
  }
}

/** @param {string} copy */
function isInUse(copy) {
  const folder = path.join(copy, IN_USE)
  const calls = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return calls.some((name) => readLock(path.join(folder, name)) !== null)
}
