import { findOnPath } from '../../../lib/core/programs/find-on-path.mjs'
import { runTool, toolEnv } from '../run-tool.mjs'
import { failedLately, failureNote, noteFailure } from './failed-installation.mjs'

/** @typedef {import('./system-programs.mjs').SystemProgram} SystemProgram */

const MANAGERS = /** @type {const} */ ([
  { id: 'apt', program: 'apt-get', install: 'apt-get install' },
  { id: 'dnf', program: 'dnf', install: 'dnf install' },
  { id: 'apk', program: 'apk', install: 'apk add' },
  { id: 'pacman', program: 'pacman', install: 'pacman -S' },
  { id: 'brew', program: 'brew', install: 'brew install' },
])

const systemNote = () => failureNote('system-install-failed')
const APT_OPTIONS = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60']

/**
 * Installs missing system programs if we are root and there is apt-get; otherwise prints the command. Never fails: it
 * reports missing programs, and the rest works without them.
 * @param {readonly SystemProgram[]} programs
 * @param {{ install: boolean, retry?: boolean, say: (line: string) => void }} options
 */
export async function installSystemPrograms(programs, { install, retry = false, say }) {
  const missing = programs.filter((program) => !program.isThere())
  if (missing.length === 0) return
  const mayInstall = install && process.getuid?.() === 0 && findOnPath(['apt-get']) !== null
  if (mayInstall && (retry || !failedLately(systemNote()))) await installWithApt(missing, say)
  for (const program of missing) {
    if (!program.isThere()) say(`Missing: ${program.name}, for ${program.use}. ${howToInstall(program)}`)
  }
}

/**
 * @param {readonly SystemProgram[]} missing
 * @param {(line: string) => void} say
 */
async function installWithApt(missing, say) {
  const packages = missing.flatMap(({ packages: { apt } }) => apt?.split(' ') ?? [])
  say(`Installing ${packages.join(', ')} with apt-get …`)
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive' })
  const update = await runTool('apt-get', [...APT_OPTIONS, 'update'], { env })
  const { code, output } = await runTool(
    'apt-get',
    [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...packages],
    { env },
  )
  if (code === 0) return noteFailure(systemNote(), null)
  const reason = lastLine(output) ?? lastLine(update.output) ?? `it ended with ${code}`
  say(`apt-get could not install them: ${reason}`)
  noteFailure(systemNote(), reason)
}

/** @param {string} output */
function lastLine(output) {
  return output.trim().split('\n').filter(Boolean).at(-1)
}

/** @param {SystemProgram} program */
function howToInstall(program) {
  const manager = MANAGERS.find(({ id, program: name }) => program.packages[id] && findOnPath([name]))
  if (!manager) return "Install it with your system's package manager."
  const asRoot = manager.id === 'brew' || process.getuid?.() === 0 ? '' : 'sudo '
  return `Install it: ${asRoot}${manager.install} ${program.packages[manager.id]}`
}
