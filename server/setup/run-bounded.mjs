import { spawn } from 'node:child_process'
import { watchRun } from '../../lib/core/programs/watch-run.mjs'
import { followTool, isEndingTools, notRun, toolEnv } from './run-tool.mjs'

const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024
/** How long what a program has left behind may hold its output open after its own end. */
const HELD_OUTPUT_MS = 1_000

/**
 * Runs a program that may hang, without a shell, and collects what it writes. Never fails: a program that can't be run or
 * takes longer than `timeoutMs` has a code other than 0. It stays in our process group, so that Ctrl-C ends it too, and
 * `endTools` ends it. What it leaves behind is not waited for, even when that holds its output open.
 * @param {string} program
 * @param {string[]} args
 * @param {{ timeoutMs: number, cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runBounded(program, args, { timeoutMs, cwd, env = toolEnv() }) {
  if (isEndingTools()) return { code: 1, output: notRun(program) }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  followTool(child)
  const end = () => void child.kill('SIGKILL')
  /** @type {NodeJS.Timeout | undefined} */
  let letGo
  child.once('exit', () => {
    letGo = setTimeout(() => {
      for (const stream of child.stdio) stream?.destroy()
    }, HELD_OUTPUT_MS)
  })
  try {
    const run = await watchRun(child, end, { timeoutMs, stdoutLimitBytes: OUTPUT_LIMIT_BYTES })
    const output = `${run.stdout}${run.stderr}`
    if (run.ended === 'exited' && run.exitCode === 0) return { code: 0, output }
    if (run.ended === 'timedOut') return { code: 1, output: `${program} took longer than ${timeoutMs / 1000} s` }
    const reason = run.ended === 'signalled' ? `was ended by ${run.signalName}` : 'failed without a word'
    return { code: run.ended === 'exited' ? run.exitCode : 1, output: output.trim() || `${program} ${reason}` }
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(letGo)
  }
}
