import fs from 'node:fs'
import path from 'node:path'
import {
  checkedFile,
  compareReleases,
  currentCopy,
  listCopies,
  packagesOf,
  passedOverFile,
  releaseOf,
  versionsFolder,
} from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { waitForLock } from '../../lock/lock-file.mjs'
import { makeWorkFolder } from '../failed-installation.mjs'
import { findPython, noPython } from '../pip.mjs'
import { OLDEST_PYTHON, REQUIREMENTS } from './install-yt-dlp.mjs'
import { makeCopy, placeCopy, removeOldCopies, switchTo } from './make-yt-dlp-copy.mjs'
import { newestFromPip } from './yt-dlp-sources.mjs'

/**
 * How a look for a newer release ended. `unreachable`: the index did not answer. `failed`: what came is not used.
 * @typedef {{ outcome: 'updated', from: string | null, to: string, missing: string[] } | { outcome: 'newest', release: string | null }
 *   | { outcome: 'unreachable' | 'failed', reason: string }} Update
 */

/**
 * Looks for a newer release of yt-dlp on the index, and puts it beside the copy in use. It is tried first, and switched to in
 * one step; the copy before is kept. A failure leaves everything as it is.
 * @param {string} folder
 * @param {{ channel: 'stable' | 'nightly', byHand: boolean, requirements?: import('./yt-dlp-sources.mjs').Requirements }} options
 *   `byHand`: also a release that was left by `use`, and the present one where it lacks extras
 * @returns {Promise<Update>}
 */
export async function updateYtDlp(folder, { channel, byHand, requirements = REQUIREMENTS }) {
  fs.mkdirSync(folder, { recursive: true })
  const unlock = await waitForLock(`${folder}.lock`)
  try {
    // A new version is looked for once a day, whatever the outcome.
    fs.writeFileSync(checkedFile(folder), '')
    removeOldCopies(folder)
    return await updateOnce(folder, { channel, byHand, requirements })
  } finally {
    unlock()
  }
}

/**
 * @param {string} folder
 * @param {{ channel: 'stable' | 'nightly', byHand: boolean, requirements: import('./yt-dlp-sources.mjs').Requirements }} options
 * @returns {Promise<Update>}
 */
async function updateOnce(folder, { channel, byHand, requirements }) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return { outcome: 'failed', reason: noPython(OLDEST_PYTHON) }
  const current = currentCopy(folder)
  const release = current && releaseOf(current)
  const isIncomplete = byHand && current !== null && lacks(current)
  const work = makeWorkFolder(folder)
  try {
    const wanted = `yt-dlp${wantedReleases(release, byHand ? null : passedOver(folder), isIncomplete)}`
    const fetch = newestFromPip({ wanted, isPreview: channel === 'nightly' })
    const copy = await makeCopy(fetch, { work, python, requirements })
    if ('failure' in copy) {
      if (copy.none === 'newer') return { outcome: 'newest', release }
      return { outcome: copy.none === 'index' ? 'unreachable' : 'failed', reason: copy.failure }
    }
    const to = releaseOf(copy.made) ?? copy.version
    if (to === release && lacks(copy.made)) return { outcome: 'newest', release }
    placeCopy(folder, copy)
    return { outcome: 'updated', from: release, to, missing: copy.missing }
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} copy */
function lacks(copy) {
  const packages = packagesOf(copy)
  return !packages.has('yt_dlp_ejs') || !packages.has('curl_cffi')
}

/**
 * @param {string | null} release
 * @param {string | null} passed
 * @param {boolean} isIncomplete
 */
function wantedReleases(release, passed, isIncomplete) {
  if (release === null) return ''
  if (passed !== null && compareReleases(passed, release) > 0) return `>${passed}`
  return isIncomplete ? `>=${release}` : `>${release}`
}

/** @param {string} folder */
function passedOver(folder) {
  const file = passedOverFile(folder)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() || null : null
}

/**
 * Has calls begin with another copy that is there. Newer releases than the newest that is left so are still switched to.
 * @param {string} folder
 * @param {string} wanted A release such as `2026.10.26`, with or without zeros before its numbers, or the name of a copy
 * @returns {{ release: string } | { copies: string[] }} the copies that are there, when there is no such one
 */
export function chooseCopy(folder, wanted) {
  const copies = listCopies(folder)
  const name =
    copies.find((one) => one === wanted) ??
    copies.find((one) => releaseIn(folder, one) === wanted.replaceAll(/\b0+(?=\d)/g, ''))
  if (!name) return { copies }
  const left = currentCopy(folder)
  const leftRelease = left && releaseOf(left)
  const release = releaseIn(folder, name)
  switchTo(folder, name)
  if (leftRelease && compareReleases(leftRelease, release) > 0)
    fs.writeFileSync(passedOverFile(folder), `${leftRelease}\n`)
  return { release }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function releaseIn(folder, name) {
  return releaseOf(path.join(versionsFolder(folder), name)) ?? name
}
