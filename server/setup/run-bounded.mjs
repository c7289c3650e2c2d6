import { execFile } from 'node:child_process'
import { toolEnv } from './tool-env.mjs'

/**
 * Runs a program that may hang, without a shell, and gathers what it says. Never fails: a program that can't be run or
 * takes longer than `timeoutMs` has a code other than 0.
 * @param {string} program
 * @param {string[]} args
 * @param {{ timeoutMs: number, cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runBounded(program, args, { timeoutMs, cwd, env = toolEnv() }) {
  const options = {
    timeout: timeoutMs,
    maxBuffer: 16 * 1024 * 1024,
    cwd,
    env,
    killSignal: /** @type {const} */ ('SIGKILL'),
  }
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve({ code: 0, output: stdout + stderr })
      const reason = error.killed ? `${program} took longer than ${timeoutMs / 1000} s` : error.message
      const said = `${stdout}${stderr}`.trim()
      resolve({ code: typeof error.code === 'number' ? error.code : 1, output: error.killed || !said ? reason : said })
    })
  })
}
