import fs from 'node:fs'
import path from 'node:path'
import { waitForLock } from '../lock/lock-file.mjs'
import { projectRoot } from '../project-root.mjs'
import { failedLately, failureNote, makeWorkFolder, noteFailure } from './failed-installation.mjs'
import { failureOf, findPython, noPython, runPip } from './pip.mjs'

/** 56 MB, over a line of 2 Mbit/s. */
const INSTALL_TIMEOUT_MS = 5 * 60_000
const OLDEST_PYTHON = '(3, 8)'
/** The used parts of the package: its library, the library's own libraries, the English model, its license. */
const MODEL = 'tiny-en'

/**
 * @typedef {object} Places
 * @property {string[]} folders The folders of private copies; the first is the one to install into.
 * @property {string} failureNote The file that records a failed installation.
 * @property {string} requirements The file that pins Moonshine: its release and the SHA-256 of its files.
 */

/** @returns {Places} */
function usualFolders() {
  const dataFolders = [process.env.VERBATIM_DATA || '.verbatim', '.verbatim']
  return {
    folders: [...new Set(dataFolders.map((folder) => path.resolve(projectRoot, folder, 'moonshine')))],
    failureNote: failureNote('moonshine-install-failed'),
    requirements: path.join(projectRoot, 'server', 'setup', 'install', 'moonshine-requirements.txt'),
  }
}

/**
 * Installs Moonshine, the speech engine that needs no setup, unless another engine is chosen or the private copy in the
 * data folder is the pinned release. Needs no root and leaves the system unchanged. Never fails: it reports a missing
 * engine, and speech uses the next best one.
 * @param {{ retry?: boolean, say: (line: string) => void, places?: Places }} options `retry`: also when it failed lately
 */
export async function installMoonshine({ retry = false, say, places = usualFolders() }) {
  try {
    const release = pinnedRelease(places.requirements)
    if (!isWanted() || places.folders.some((folder) => hasRelease(folder, release))) return
    if (retry || !failedLately(places.failureNote)) await installOnce(places, release, say)
  } catch (error) {
    say(`Moonshine could not be installed: ${error instanceof Error ? error.message : error}`)
  }
}

/** Whether a start installs Moonshine: it is wanted and missing, and did not fail lately. */
export function installsMoonshine(places = usualFolders()) {
  const release = pinnedRelease(places.requirements)
  return (
    isWanted() && !places.folders.some((folder) => hasRelease(folder, release)) && !failedLately(places.failureNote)
  )
}

/** Whether the settings allow Moonshine as an engine. */
function isWanted() {
  const { SPEECH_ENGINE = 'auto', ASSEMBLYAI_API_KEY, SPEECH_API_URL, MOONSHINE_FOLDER } = process.env
  if (MOONSHINE_FOLDER) return false
  if (SPEECH_ENGINE === 'moonshine') return true
  return SPEECH_ENGINE === 'auto' && !ASSEMBLYAI_API_KEY && !SPEECH_API_URL
}

/** @param {string} requirements */
function pinnedRelease(requirements) {
  const release = /^moonshine-voice==(\S+)/m.exec(fs.readFileSync(requirements, 'utf8'))?.[1]
  if (!release) throw new Error(`${requirements} names no release of moonshine-voice`)
  return release
}

/**
 * @param {string} folder
 * @param {string} release
 */
function hasRelease(folder, release) {
  return fs.existsSync(path.join(folder, `moonshine_voice-${release}.dist-info`))
}

/**
 * @param {Places} places
 * @param {string} release
 * @param {(line: string) => void} say
 */
async function installOnce({ folders, failureNote, requirements }, release, say) {
  const [folder = ''] = folders
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const unlock = await waitForLock(`${folder}.lock`)
  try {
    // Another start may have installed it while this one waited.
    if (hasRelease(folder, release)) return
    say('Installing the speech engine Moonshine into the data folder (56 MB) …')
    const failure = await install(folder, requirements)
    noteFailure(failureNote, failure)
    if (failure !== null)
      say(`Moonshine could not be installed (${failure}). Speech goes to another engine, if there is one.`)
  } finally {
    unlock()
  }
}

/**
 * Puts the pinned release into a folder beside, and that into place. pip compares the SHA-256 of what it downloads with the
 * one in this project, so it does not matter which index or mirror the file comes from.
 * @param {string} folder
 * @param {string} requirements
 * @returns {Promise<string | null>} why it failed; null when it is installed
 */
async function install(folder, requirements) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return noPython(OLDEST_PYTHON)
  const made = makeWorkFolder(folder)
  try {
    const args = ['install', '--quiet', '--require-hashes', '--target', made, '--requirement', requirements]
    const { code, output } = await runPip(python, args, { timeoutMs: INSTALL_TIMEOUT_MS })
    if (code !== 0) return failureOf('pip', output)
    const assets = path.join(made, 'moonshine_voice', 'assets')
    if (!fs.existsSync(path.join(assets, MODEL))) return 'the package has no English model in it'
    for (const name of fs.readdirSync(assets)) {
      if (name !== MODEL) fs.rmSync(path.join(assets, name), { recursive: true })
    }
    fs.rmSync(path.join(made, 'bin'), { recursive: true, force: true })
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(made, folder)
    return null
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}
