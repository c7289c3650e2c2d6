import fs from 'node:fs'
import path from 'node:path'
import { currentCopy, packagesOf } from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { describeMissing } from '../../../../lib/sources/yt-dlp/copies/extras.mjs'
import { waitForLock } from '../../lock/lock-file.mjs'
import { projectRoot } from '../../project-root.mjs'
import { failedLately, failureNote, makeWorkFolder, noteFailure } from '../failed-installation.mjs'
import { findPython, noPython } from '../pip.mjs'
import { hasYtDlp, releasedDaysAgo, versionOf, ytDlpFolders } from './find-yt-dlp.mjs'
import { makeCopy, placeCopy } from './make-yt-dlp-copy.mjs'
import { YT_DLP_SOURCES } from './yt-dlp-sources.mjs'

const INSTALL = path.join(projectRoot, 'server', 'setup', 'install')

/** The files that pin what is installed. */
export const REQUIREMENTS = {
  ytDlp: path.join(INSTALL, 'yt-dlp-requirements.txt'),
  default: path.join(INSTALL, 'yt-dlp-default-requirements.txt'),
  curlCffi: path.join(INSTALL, 'yt-dlp-curl-cffi-requirements.txt'),
}

/** A yt-dlp released within this many days is taken immediately. */
const RECENT_DAYS = 60

export const OLDEST_PYTHON = '(3, 10)'

/**
 * @typedef {object} Places
 * @property {string[]} folders The folders of private copies; the first is the one to install into.
 * @property {string} failureNote The file that records a failed installation.
 * @property {import('./yt-dlp-sources.mjs').Requirements} requirements The files that pin what is installed.
 */

/** @returns {Places} */
function usualPlaces() {
  return {
    folders: ytDlpFolders(),
    failureNote: failureNote('yt-dlp-install-failed'),
    requirements: REQUIREMENTS,
  }
}

/**
 * Installs a private copy of yt-dlp, which reads the links of most platforms, into the data folder if there is none or
 * only an old one. Needs no root and leaves the system unchanged. Never fails: it reports a missing yt-dlp, and the
 * rest works without it.
 * @param {{ retry?: boolean, say: (line: string) => void, places?: Places }} options `retry`: also when it failed lately
 */
export async function installYtDlp({ retry = false, say, places = usualPlaces() }) {
  try {
    if (!(await hasYtDlp(places.folders)) && (retry || !failedLately(places.failureNote)))
      await installOnce(places, say)
    // The service says itself what another yt-dlp than ours lacks: that one has to be run to know.
    const copy = process.env.YTDLP_PATH ? undefined : places.folders.map(currentCopy).find((found) => found !== null)
    if (copy) for (const line of await missingExtras(copy)) say(line)
    if (copy || (await hasYtDlp(places.folders))) return
    say('Missing: yt-dlp, for links to most platforms. Install it: pip install "yt-dlp[default,curl-cffi]"')
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
  const unlock = await waitForLock(`${folder}.lock`)
  try {
    // Another start may have installed it while this one waited.
    if (await hasYtDlp(folders)) return
    say('Installing yt-dlp into the data folder …')
    const failures = await install(folder, requirements, say)
    noteFailure(failureNote, failures.length === 0 ? null : failures.join('\n'))
    if (failures.length === 0) return
    say(`yt-dlp could not be installed (${failures.join('; ')}).`)
  } finally {
    unlock()
  }
}

/**
 * Makes private copies in folders beside, and puts the newest that runs into place, unless the one in place is as new. The
 * next way is tried only where one gives none, or an old one.
 * @param {string} folder
 * @param {import('./yt-dlp-sources.mjs').Requirements} requirements
 * @param {(line: string) => void} say
 * @returns {Promise<string[]>} why each way failed; none when it is installed
 */
async function install(folder, requirements, say) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return [noPython(OLDEST_PYTHON)]
  const work = makeWorkFolder(folder)
  // As root, apt downloads under a separate user.
  fs.chmodSync(work, 0o755)
  try {
    const { copies, failures } = await makeCopies(work, python, requirements)
    const [newest] = copies.sort((a, b) => releasedDaysAgo(a.version) - releasedDaysAgo(b.version))
    if (!newest) return failures
    if (failures.length > 0) say(`No newer yt-dlp was installed (${failures.join('; ')}).`)
    if (newest.missing.length > 0) say(`yt-dlp was installed without ${newest.missing.join(' and ')}.`)
    await replaceOlder(folder, newest)
    return []
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Goes through the ways until one gives a recent copy.
 * @param {string} work
 * @param {string} python
 * @param {import('./yt-dlp-sources.mjs').Requirements} requirements
 */
async function makeCopies(work, python, requirements) {
  /** @type {import('./make-yt-dlp-copy.mjs').Copy[]} */
  const copies = []
  /** @type {string[]} */
  const failures = []
  for (const [i, { fetch, afterPinned }] of YT_DLP_SOURCES.entries()) {
    if (afterPinned && copies.length === 0) continue
    const copy = await makeCopy(fetch, { work: path.join(work, String(i)), python, requirements })
    if ('failure' in copy) failures.push(copy.failure)
    else copies.push(copy)
    if ('version' in copy && releasedDaysAgo(copy.version) < RECENT_DAYS) break
  }
  return { copies, failures }
}

/**
 * Puts a copy into place. A copy in place that runs and is newer stays, and counts as looked for today.
 * @param {string} folder
 * @param {import('./make-yt-dlp-copy.mjs').Copy} copy
 */
async function replaceOlder(folder, copy) {
  const current = currentCopy(folder)
  const present = current && (await versionOf(path.join(current, 'yt-dlp')))
  if (current && releasedDaysAgo(present) < releasedDaysAgo(copy.version)) {
    const now = new Date()
    return fs.utimesSync(path.join(current, 'yt-dlp'), now, now)
  }
  placeCopy(folder, copy)
  // A copy of an older version of Verbatim. No service runs on this folder yet.
  for (const name of ['yt-dlp', 'lib']) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}

/** The oldest Python that confines JavaScript. */
const OLDEST_CONFINING = '(3, 9)'

/**
 * The missing extras of a private copy of yt-dlp and the affected platforms, as sentences. Reads its packages and runs nothing.
 * @param {string} copy Its folder.
 * @returns {Promise<string[]>}
 */
async function missingExtras(copy) {
  const packages = packagesOf(copy)
  if (!packages.has('yt_dlp')) return []
  const python = await findPython(OLDEST_CONFINING)
  return describeMissing({
    runtime: python && process.versions.node,
    solver: packages.get('yt_dlp_ejs') ?? null,
    impersonation: packages.get('curl_cffi') ?? null,
  })
}
