import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { childEnvironment } from '../../lib/core/programs/child-environment.mjs'
import { projectRoot } from './project-root.mjs'
import { errorCode, SetupError } from './setup-error.mjs'
import { watchNpm } from './watch-npm.mjs'

/** How many callers end the tools on a signal. */
let watchers = 0

/**
 * The tools that run, and whether each leads a group of processes.
 * @type {Map<import('node:child_process').ChildProcess, boolean>}
 */
const running = new Map()

/**
 * Runs a program in the project's folder and gathers what it says. Returns its exit code and output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: its output goes to our own, and what is gathered are its errors alone
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runTool(program, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    if (isEndingTools()) return reject(new SetupError(notRun(program)))
    // A separate group where we pass signals on: they reach what the tool has started, too.
    const leadsGroup = watchers > 0 && process.platform !== 'win32'
    const child = spawn(program, args, {
      cwd: projectRoot,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', 'pipe'],
      detached: leadsGroup,
    })
    followTool(child, { leadsGroup })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    if (show) child.stderr?.pipe(process.stderr, { end: false })
    child.on('error', (error) => reject(new SetupError(`${program} can't be run: ${error.message}`)))
    child.on('close', (code, signal) => {
      const said = Buffer.concat(output).toString('utf8')
      resolve({ code: code ?? 1, output: signal ? `${said}\n(ended by ${signal})` : said })
    })
  })
}

/**
 * Runs a program that has to succeed; otherwise its output is shown and `reason` thrown.
 * @param {string} reason
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runOrFail(reason, program, args, env) {
  const { code, output } = await runTool(program, args, env ? { env } : {})
  if (code === 0) return
  // The output of a tool that we have stopped is of no use.
  if (!isEndingTools()) process.stderr.write(`${output.trimEnd()}\n`)
  throw new SetupError(`${reason} (\`${[program, ...args].join(' ')}\` ended with ${code}).`)
}

/** How long tools may take to end what they have started, until they are killed. */
const END_LIMIT_MS = 8_000

/** @type {Promise<unknown> | undefined} */
let ending

/** Whether this process ends its tools: what fails from now on fails because of that. */
export function isEndingTools() {
  return ending !== undefined
}

/**
 * Counts a program as a tool until it has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ leadsGroup?: boolean }} [options]
 */
export function followTool(child, { leadsGroup = false } = {}) {
  running.set(child, leadsGroup)
  const forget = () => void running.delete(child)
  child.once('exit', forget).once('error', forget)
}

/**
 * Why a tool is not run once they are being ended.
 * @param {string} program
 */
export function notRun(program) {
  return `${program} is not run: this process is being stopped.`
}

/**
 * Sends a signal to a tool, and to its group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} leadsGroup
 * @param {NodeJS.Signals} signal
 */
function signalTool(child, leadsGroup, signal) {
  if (!leadsGroup || child.pid === undefined) return void child.kill(signal)
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Ends the tools that run, once, and waits until they have. No other is started after it. */
export async function endTools(limitMs = END_LIMIT_MS) {
  ending ??= Promise.allSettled(
    [...running].map(([child, leadsGroup]) => {
      signalTool(child, leadsGroup, 'SIGTERM')
      const timer = setTimeout(() => signalTool(child, leadsGroup, 'SIGKILL'), limitMs)
      return once(child, 'exit').finally(() => clearTimeout(timer))
    }),
  )
  await ending
}

/**
 * Lets a signal that ends us end the tools first, so that none of them works on without its lock. Returns the undoing.
 */
export function endToolsWithUs() {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const onSignal = async (/** @type {NodeJS.Signals} */ signal) => {
    const code = signal === 'SIGINT' ? 130 : 143
    // The second one does not wait.
    if (isEndingTools()) {
      for (const [child, leadsGroup] of running) signalTool(child, leadsGroup, 'SIGKILL')
      process.exit(code)
    }
    await endTools()
    process.exit(code)
  }
  watchers += 1
  for (const signal of signals) process.on(signal, onSignal)
  const unwatch = watchNpm(() => {
    if (!isEndingTools()) void onSignal('SIGTERM')
  })
  return () => {
    watchers -= 1
    unwatch()
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/**
 * The environment of a package manager or a build step.
 * @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(extra = {}) {
  return childEnvironment(extra, 'install')
}

/** npm as it was started, so that a machine with several uses the same one. */
export function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && path.basename(cli) === 'npm-cli.js'
    ? { program: process.execPath, args: [cli] }
    : { program: 'npm', args: [] }
}
