import path from 'node:path'
import { findProgram } from './find-program.mjs'
import { runBounded } from './run-bounded.mjs'

const USUAL_TIMEOUT_MS = 90_000

/**
 * Runs pip where it may fetch finished packages only: building one would run code that nobody has checked yet.
 * @param {string} python
 * @param {string[]} args
 * @param {number} [timeoutMs]
 */
export function runPip(python, [command = '', ...rest], timeoutMs = USUAL_TIMEOUT_MS) {
  const options = ['--disable-pip-version-check', '--no-input', '--timeout', '5', '--retries', '0']
  const args = ['-m', 'pip', command, ...options, '--only-binary', ':all:', '--no-deps', ...rest]
  return runBounded(python, args, { timeoutMs })
}

/**
 * The absolute path of a Python of at least that version; null where there is none. A version manager's stand-in is seen
 * through.
 * @param {string} oldest Such as `(3, 10)`.
 */
export async function findPython(oldest) {
  const program = process.platform === 'win32' ? null : findProgram(['python3', 'python'])
  if (!program) return null
  const script = `import sys; print(sys.executable if sys.version_info >= ${oldest} else '')`
  const { code, output } = await runBounded(program, ['-I', '-c', script], { timeoutMs: 20_000 })
  const python = output.trim()
  return code === 0 && path.isAbsolute(python) ? python : null
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
