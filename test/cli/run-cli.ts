import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { noteExercised } from '../exercised'

export const CLI = path.resolve('cli/dist/verbatim.cjs')

export type CliResult = { code: number | null; stdout: string; stderr: string }

export type CliRun = {
  child: ChildProcess
  /** Settled once standard error holds what is looked for. */
  said: (wanted: RegExp) => Promise<RegExpExecArray>
  result: Promise<CliResult>
}

export type CliOptions = { env?: Record<string, string>; input?: string | Uint8Array; cwd?: string }

/** The environment of a command: nothing of the machine's own sign-ins, and no CI around it. */
export function cliEnv(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const {
    VERBATIM_API_KEY: _,
    VERBATIM_URL: __,
    XDG_CONFIG_HOME: ___,
    CI: ____,
    NO_COLOR: _____,
    ...inherited
  } = process.env
  return { ...inherited, XDG_CONFIG_HOME: '/nonexistent', ...env }
}

/** Starts the bundled command line as a process whose streams are pipes. */
export function startCli(args: readonly string[], { env, input, cwd }: CliOptions = {}): CliRun {
  const words = args.filter((word) => !word.startsWith('-'))
  noteExercised([1, 2].map((count) => ['verbatim', ...words.slice(0, count)].join(' ')))
  const child = spawn(process.execPath, [CLI, ...args], { env: cliEnv(env), ...(cwd ? { cwd } : {}) })
  child.stdin.on('error', () => {
    // A command that refuses what it is given need not read it to its end.
  })
  child.stdin.end(input ?? '')
  let received = ''
  child.stderr.on('data', (chunk) => {
    received += chunk
    child.emit('said')
  })
  const said = async (wanted: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = wanted.exec(received)
      if (found) return found
      await once(child, 'said')
    }
  }
  const gather = async (): Promise<CliResult> => {
    const closed = once(child, 'close')
    const stdout = await text(child.stdout)
    await closed
    return { code: child.exitCode, stdout, stderr: received }
  }
  return { child, said, result: gather() }
}

/** Runs the bundled command line to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return startCli(args, options).result
}
