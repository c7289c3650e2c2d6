import fs from 'node:fs'
import path from 'node:path'
import { waitForLock } from '../lock/lock-file.mjs'
import { projectRoot } from '../project-root.mjs'
import { failureOf, findPython, noPython, pythonVersion, runPip } from './pip.mjs'

/**
 * The Python packages that build, check and test the client, the frameworks that it has loaders for, generators of clients,
 * OpenAI's own client, a client of tus, and what runs the tests of youtube-transcript-api.
 */
const SETS = /** @type {const} */ (['tools', 'frameworks', 'generators', 'openai', 'tus', 'upstream'])
const SOURCE = path.join(projectRoot, 'test', 'sdk', 'python')
const FOLDER = path.join(projectRoot, '.verbatim', 'python-packages')
const OLDEST_PYTHON = '(3, 9)'
const TIMEOUT_MS = 5 * 60_000

/** @typedef {(typeof SETS)[number]} PackageSet */

/** @param {PackageSet} name */
const requirementsOf = (name) => path.join(SOURCE, `${name}.txt`)
/**
 * @param {string} folder
 * @param {PackageSet} name
 */
const noteOf = (folder, name) => path.join(folder, `${name}-failure`)

/**
 * The note of an installed set: its packages and its Python, since compiled ones fit no other.
 * @param {string} version
 * @param {PackageSet} name
 */
const descriptionOf = (version, name) => `${fs.readFileSync(requirementsOf(name), 'utf8')}# Python ${version}\n`

/**
 * @param {string} folder
 * @param {string} version
 * @param {PackageSet} name
 */
function isInstalled(folder, version, name) {
  const file = path.join(folder, name, 'requirements.txt')
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === descriptionOf(version, name)
}

/**
 * The Python to use and the folder of packages for its `PYTHONPATH`; or why there are none.
 * @param {PackageSet} name
 * @param {string} [folder]
 * @returns {Promise<{ python: string, folder: string } | { missing: string }>}
 */
export async function findPythonPackages(name, folder = FOLDER) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return { missing: noPython(OLDEST_PYTHON) }
  if (isInstalled(folder, await pythonVersion(python), name)) return { python, folder: path.join(folder, name) }
  const note = noteOf(folder, name)
  const reason = fs.existsSync(note) ? fs.readFileSync(note, 'utf8') : 'npm test installs them'
  return {
    missing: `the Python packages of ${path.relative(projectRoot, requirementsOf(name))} are missing: ${reason}`,
  }
}

/**
 * Sees to the Python packages that only tests and the build of the Python client use. They are no packages of ours, and the service does
 * without. Never fails: the tests that use them are then skipped, and say why.
 * @param {(line: string) => void} say
 * @param {string} [folder]
 * @param {readonly PackageSet[]} [names] The sets that are needed.
 */
export async function installPythonPackages(say, folder = FOLDER, names = SETS) {
  try {
    const python = await findPython(OLDEST_PYTHON)
    if (!python) return
    const version = await pythonVersion(python)
    if (names.every((name) => isInstalled(folder, version, name))) return
    fs.mkdirSync(folder, { recursive: true })
    const unlock = await waitForLock(path.join(folder, 'lock'))
    try {
      for (const name of names)
        if (!isInstalled(folder, version, name)) await install({ python, version }, name, { folder, say })
    } finally {
      unlock()
    }
  } catch (error) {
    say(`The Python packages of the tests could not be installed: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Installs a set into a folder beside, which takes the place of the old one when it is complete.
 * @param {{ python: string, version: string }} installed
 * @param {PackageSet} name
 * @param {{ folder: string, say: (line: string) => void }} options
 */
async function install({ python, version }, name, { folder, say }) {
  say(`Installing the Python packages of ${path.relative(projectRoot, requirementsOf(name))} for the tests …`)
  const work = fs.mkdtempSync(path.join(folder, `${name}-`))
  try {
    const args = ['install', '--target', work, '--requirement', requirementsOf(name)]
    const { code, output } = await runPip(python, args, { timeoutMs: TIMEOUT_MS, withNeeds: true })
    if (code !== 0) {
      const failure = failureOf('pip', output)
      fs.writeFileSync(noteOf(folder, name), failure)
      say(`They could not be installed, so the tests with them are skipped: ${failure}`)
      return
    }
    fs.writeFileSync(path.join(work, 'requirements.txt'), descriptionOf(version, name))
    fs.rmSync(noteOf(folder, name), { force: true })
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    fs.renameSync(work, path.join(folder, name))
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}
