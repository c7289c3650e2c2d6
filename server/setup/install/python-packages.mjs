import fs from 'node:fs'
import path from 'node:path'
import { lockFile } from '../lock/lock-file.mjs'
import { projectRoot } from '../project-root.mjs'
import { failureOf, findPython, runPip } from './pip.mjs'

/**
 * The Python packages that build and test the client, the frameworks that it has loaders for, a generator of clients, and
 * OpenAI's own client.
 */
const SETS = /** @type {const} */ (['tools', 'frameworks', 'generators', 'openai'])
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
 * @param {string} folder
 * @param {PackageSet} name
 */
function isInstalled(folder, name) {
  const copy = path.join(folder, name, 'requirements.txt')
  return fs.existsSync(copy) && fs.readFileSync(copy).equals(fs.readFileSync(requirementsOf(name)))
}

/**
 * The Python to use and the folder of packages for its `PYTHONPATH`; or why there are none.
 * @param {PackageSet} name
 * @param {string} [folder]
 * @returns {Promise<{ python: string, folder: string } | { missing: string }>}
 */
export async function findPythonPackages(name, folder = FOLDER) {
  const python = await findPython(OLDEST_PYTHON)
  if (!python) return { missing: 'there is no Python 3.9 or newer' }
  if (isInstalled(folder, name)) return { python, folder: path.join(folder, name) }
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
 */
export async function installPythonPackages(say, folder = FOLDER) {
  try {
    const python = await findPython(OLDEST_PYTHON)
    if (!python || SETS.every((name) => isInstalled(folder, name))) return
    fs.mkdirSync(folder, { recursive: true })
    const lock = await lockFile(path.join(folder, 'lock'), {}, () => true)
    if ('holder' in lock) return
    try {
      for (const name of SETS) if (!isInstalled(folder, name)) await install(python, name, { folder, say })
    } finally {
      lock.release()
    }
  } catch (error) {
    say(`The Python packages of the tests could not be installed: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Installs a set into a folder beside, which takes the place of the old one when it is complete.
 * @param {string} python
 * @param {PackageSet} name
 * @param {{ folder: string, say: (line: string) => void }} options
 */
async function install(python, name, { folder, say }) {
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
    fs.copyFileSync(requirementsOf(name), path.join(work, 'requirements.txt'))
    fs.rmSync(noteOf(folder, name), { force: true })
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    fs.renameSync(work, path.join(folder, name))
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}
