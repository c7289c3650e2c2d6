import { findProgram } from '@/lib/core/programs/find-program'
import { runProgram } from '@/lib/core/programs/run-program'
import { compareReleases, FIRST_WITH_RUNTIMES } from '../copies/copies.mjs'
import type { YtDlp } from '../program/find-yt-dlp'
import { writeRuntime } from './write-runtime.mjs'

const PYTHON_TIMEOUT_MS = 20_000
/** By the name of what was found on PATH, which may be a version manager's stand-in. */
const pythons = new Map<string, string>()

/** The absolute path of a Python 3, which confines the JavaScript; null where there is none. */
async function findPython(): Promise<string | null> {
  const found = (await findProgram('python3')) ?? (await findProgram('python'))
  if (!found) return null
  const known = pythons.get(found.path)
  if (known) return known
  const script = 'import sys; print(sys.executable if sys.version_info >= (3, 9) else "")'
  const run = await runProgram(found.path, ['-I', '-c', script], { timeoutMs: PYTHON_TIMEOUT_MS })
  const python = run.stdout.toString('utf8').trim()
  if (!python.startsWith('/')) return null
  pythons.set(found.path, python)
  return python
}

/**
 * The options that give yt-dlp the JavaScript runtime which YouTube's challenges need: our own Node, confined, by a program
 * that is written into `folder`. No other runtime is used; none at all where there is no Python to confine ours, and where
 * yt-dlp is too old to know the options.
 */
export async function runtimeArguments({ version }: Pick<YtDlp, 'version'>, folder: string): Promise<string[]> {
  if (compareReleases(version, FIRST_WITH_RUNTIMES) < 0) return []
  const python = await findPython()
  if (python === null) return ['--no-js-runtimes']
  return ['--no-js-runtimes', '--js-runtimes', `node:${writeRuntime(folder, { python, root: process.cwd() })}`]
}
