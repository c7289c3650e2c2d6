import fs from 'node:fs'
import path from 'node:path'
import { failedLately, noteFailure } from './failed-installation.mjs'
import { hasYtDlp, releasedDaysAgo, versionOf, ytDlpFolders } from './find-yt-dlp.mjs'
import { lockFile } from './lock-file.mjs'
import { findPython } from './pip.mjs'
import { projectRoot } from './project-root.mjs'
import { YT_DLP_SOURCES } from './yt-dlp-sources.mjs'

const REQUIREMENTS = path.join(projectRoot, 'server', 'setup', 'yt-dlp-requirements.txt')
const STAMPS = path.join(projectRoot, 'dist', 'stamps')

/** A yt-dlp released within so many days is taken at once. */
const RECENT_DAYS = 60

/** The oldest Python that yt-dlp runs on. */
const OLDEST_PYTHON = '(3, 10)'

/**
 * @typedef {object} Places
 * @property {string[]} folders Of private copies; the first is where one is installed.
 * @property {string} failureNote A file that stands for a failed installation.
 * @property {string} requirements The file that pins yt-dlp: its release and the SHA-256 of its files.
 */

/** @returns {Places} */
function usualFolders() {
  return {
    folders: ytDlpFolders(),
    failureNote: path.join(STAMPS, 'yt-dlp-install-failed'),
    requirements: REQUIREMENTS,
  }
}

/**
 * Sees to yt-dlp, which reads the links of most platforms: where there is none, or only an old one, a private copy is put
 * into the data folder. That needs no root and leaves the system as it is. Never fails: what is missing is told, and the
 * rest works without it.
 * @param {{ retry?: boolean, say: (line: string) => void, places?: Places }} options `retry`: also when it failed lately
 */
export async function installYtDlp({ retry = false, say, places = usualFolders() }) {
  try {
    if (await hasYtDlp(places.folders)) return
    if (retry || !failedLately(places.failureNote)) await installOnce(places, say)
    const hasOld = places.folders.some((folder) => fs.existsSync(path.join(folder, 'yt-dlp')))
    if (hasOld || (await hasYtDlp(places.folders))) return
    say('Missing: yt-dlp, for links to most platforms. Install it: pip install yt-dlp')
  } catch (error) {
    say(`yt-dlp could not be installed: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * @param {Places} places
 * @param {(line: string) => void} say
 */
async function installOnce({ folders, failureNote, requirements }, say) {
  const [folder = ''] = folders
  const lock = await lockFile(`${folder}.lock`, {}, () => true)
  if ('holder' in lock) return
  try {
    // Another start may have installed it while this one waited.
    if (await hasYtDlp(folders)) return
    say('Installing yt-dlp into the data folder …')
    const failures = await install(folder, requirements, say)
    noteFailure(failureNote, failures.length === 0 ? null : failures.join('\n'))
    if (failures.length === 0) return
    say(`yt-dlp could not be installed (${failures.join('; ')}).`)
  } finally {
    lock.release()
  }
}

/**
 * Makes private copies in folders beside, and puts the newest that runs into place, unless the one in place is as new. The
 * next way is tried only where one gives none, or an old one.
 * @param {string} folder
 * @param {string} requirements
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} why each way failed; none when it is installed
 */
async function install(folder, requirements, say) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return [`there is no Python ${OLDEST_PYTHON.replace(/\((\d+), (\d+)\)/, '$1.$2')} or newer`]
  const work = fs.mkdtempSync(`${folder}-`)
  // apt fetches as a user of its own where it is root.
  fs.chmodSync(work, 0o755)
  try {
    const { copies, failures } = await makeCopies(work, python, requirements)
    const [newest] = copies.sort((a, b) => a.ageDays - b.ageDays)
    if (!newest) return failures
    if (failures.length > 0) say(`No newer yt-dlp was installed (${failures.join('; ')}).`)
    replaceOlder(folder, newest, await versionOf(path.join(folder, 'yt-dlp')))
    return []
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Goes through the ways until one gives a recent copy.
 * @param {string} work
 * @param {string} python
 * @param {string} requirements
 */
async function makeCopies(work, python, requirements) {
  /** @type {Copy[]} */
  const copies = []
  /** @type {string[]} */
  const failures = []
  for (const [i, { fetch, afterPinned }] of YT_DLP_SOURCES.entries()) {
    if (afterPinned && copies.length === 0) continue
    const copy = await makeCopy(fetch, path.join(work, String(i)), python, requirements)
    if ('failure' in copy) failures.push(copy.failure)
    else copies.push(copy)
    if ('ageDays' in copy && copy.ageDays < RECENT_DAYS) break
  }
  return { copies, failures }
}

/**
 * Puts a copy into place. A copy in place that runs and is newer stays, and counts as looked for today.
 * @param {string} folder
 * @param {Copy} copy
 * @param {string | null} presentVersion
 */
function replaceOlder(folder, { made, ageDays }, presentVersion) {
  if (releasedDaysAgo(presentVersion) < ageDays) {
    const now = new Date()
    return fs.utimesSync(path.join(folder, 'yt-dlp'), now, now)
  }
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(made, folder)
}

/**
 * A copy that runs, in the folder `made`, and how long ago it was released.
 * @typedef {{ made: string, ageDays: number }} Copy
 */

/**
 * @param {import('./yt-dlp-sources.mjs').YtDlpSource} fetch
 * @param {string} work
 * @param {string} python
 * @param {string} requirements
 * @returns {Promise<Copy | { failure: string }>}
 */
async function makeCopy(fetch, work, python, requirements) {
  const made = path.join(work, 'made')
  fs.mkdirSync(made, { recursive: true })
  const failure = await fetch({ lib: path.join(made, 'lib'), work }, python, requirements)
  if (failure !== null) return { failure }
  writeLauncher(made, python)
  const version = await versionOf(path.join(made, 'yt-dlp'))
  return version === null
    ? { failure: 'the yt-dlp that came does not run' }
    : { made, ageDays: releasedDaysAgo(version) }
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
