import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findOnPath } from '../../../lib/core/programs/find-on-path.mjs'
import { runBounded } from '../run-bounded.mjs'

const USUAL_TIMEOUT_MS = 90_000

/**
 * Runs pip with prebuilt packages only: building one would run unchecked code.
 * @param {string} python
 * @param {string[]} args
 * @param {{ timeoutMs?: number, withNeeds?: boolean }} [options] `withNeeds`: installs dependencies, too
 */
export function runPip(python, [command = '', ...rest], { timeoutMs = USUAL_TIMEOUT_MS, withNeeds = false } = {}) {
  const options = ['--disable-pip-version-check', '--no-input', '--timeout', '5', '--retries', '0']
  const needs = withNeeds ? [] : ['--no-deps']
  const args = ['-m', 'pip', command, ...options, '--only-binary', ':all:', ...needs, ...rest]
  return runBounded(python, args, { timeoutMs })
}

/**
 * Installs the releases that were downloaded into a folder, each only if the index states a SHA-256 that its file has.
 * pip alone also accepts files without a stated hash. So the files are downloaded first; then pip fetches and installs
 * them with required hashes, and reports how many files of the index state each hash.
 * @param {string} python
 * @param {string} lib
 * @param {string} folder
 * @returns {Promise<string | null>} why not
 */
export async function installHashed(python, lib, folder) {
  const wheels = fs.readdirSync(folder).map((name) => {
    const [project = '', release = ''] = name.split('-')
    const sha256 = createHash('sha256')
      .update(fs.readFileSync(path.join(folder, name)))
      .digest('hex')
    return { project: project.replaceAll('_', '-').toLowerCase(), release, sha256 }
  })
  if (wheels.length === 0) return 'pip downloaded nothing'
  const requirements = `${folder}.txt`
  const lines = wheels.map(({ project, release, sha256 }) => `${project}==${release} --hash=sha256:${sha256}\n`)
  fs.writeFileSync(requirements, lines.join(''))
  const args = ['install', '-vv', '--require-hashes', '--target', lib, '--requirement', requirements]
  const { code, output } = await runPip(python, args)
  if (code !== 0) return failureOf('pip', output)
  // "Checked 1 links for project 'yt-dlp' against 1 hashes (1 matches, 0 no digest): …"
  const stated = new Set(
    [...output.matchAll(/^ *Checked .* for project '([^']+)' .*\([1-9]\d* matches, /gm)].map(([, project = '']) =>
      project.replaceAll('_', '-').toLowerCase(),
    ),
  )
  const unstated = wheels.find(({ project }) => !stated.has(project))
  return unstated
    ? `pip: the index states no SHA-256 for ${unstated.project} ${unstated.release}, so it is not used`
    : null
}

/**
 * The absolute path of a Python of at least that version; null where there is none. A version manager's stand-in is seen
 * through.
 * @param {string} oldest Such as `(3, 10)`.
 */
export async function findPython(oldest) {
  const program = process.platform === 'win32' ? null : findOnPath(['python3', 'python'])
  if (!program) return null
  const script = `import sys; print(sys.executable if sys.version_info >= ${oldest} else '')`
  const { code, output } = await runBounded(program, ['-I', '-c', script], { timeoutMs: 20_000 })
  const python = output.trim()
  return code === 0 && path.isAbsolute(python) ? python : null
}

/**
 * Why `findPython` finds none.
 * @param {string} oldest Such as `(3, 10)`.
 */
export function noPython(oldest) {
  return `there is no Python ${oldest.replace(/\((\d+), (\d+)\)/, '$1.$2')} or newer`
}

/**
 * The version of a Python as compiled packages are bound to it, such as `3.11`.
 * @param {string} python
 */
export async function pythonVersion(python) {
  const script = `import sys; print('%d.%d' % sys.version_info[:2])`
  const { output } = await runBounded(python, ['-I', '-c', script], { timeoutMs: 20_000 })
  return output.trim()
}

/**
 * Why a program failed: the last line of its output that says so.
 * @param {string} program
 * @param {string} output
 */
export function failureOf(program, output) {
  const lines = output.trim().split('\n').filter(Boolean)
  return `${program}: ${lines.findLast((line) => /^E(?:RROR)?:/.test(line)) ?? lines.at(-1) ?? 'it failed'}`
}
