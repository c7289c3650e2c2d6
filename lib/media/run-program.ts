import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { childEnvironment } from './child-environment'

type RunOptions = {
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Most bytes of standard output that are kept; more ends the program. Default 1 MiB. */
  stdoutLimitBytes?: number
  /** Takes standard output as it comes; nothing of it is kept then. */
  onStdout?: (chunk: Buffer) => void
  cwd?: string
  /** Added to the few variables a program needs. */
  env?: Record<string, string>
}

type Ending =
  | { ended: 'exited'; exitCode: number }
  | { ended: 'signalled'; signalName: NodeJS.Signals }
  | { ended: 'timedOut' }
  | { ended: 'outputTooLong' }

/** How a program ended, what it wrote on standard output, and the last 16 KiB of its standard error. */
export type ProgramRun = Ending & { stdout: Buffer; stderr: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

const STDERR_KEPT_BYTES = 16 * 1024
const STDOUT_LIMIT_BYTES = 1024 * 1024

const running = new Set<Child>()
let endsWithProcess = false

function killGroup(child: Child): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the whole group has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function endWithProcess(child: Child): void {
  running.add(child)
  child.once('close', () => running.delete(child))
  if (endsWithProcess) return
  endsWithProcess = true
  // A child leads a group of its own, so a Ctrl-C in the terminal reaches only us.
  process.once('exit', () => {
    for (const left of running) killGroup(left)
  })
}

function keepTail(stream: Readable, limitBytes: number): () => string {
  let tail = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-limitBytes)
  })
  return () => tail.toString('utf8')
}

/**
 * Runs a program with an array of arguments, without a shell, in a process group of its own with no standard input and
 * a small environment. The group is killed when the time is up, when it writes too much, or on abort. Rejects with the
 * signal's reason when aborted, and with the system's error when the program can't be started.
 */
export function runProgram(path: string, args: readonly string[], options: RunOptions): Promise<ProgramRun> {
  const { signal, timeoutMs, stdoutLimitBytes = STDOUT_LIMIT_BYTES, onStdout, cwd } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const child: Child = spawn(path, args, {
      cwd,
      env: childEnvironment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    endWithProcess(child)

    let early: Ending | null = null
    const end = (ending: Ending) => {
      early ??= ending
      killGroup(child)
    }
    const kept: Buffer[] = []
    let keptBytes = 0
    const stderr = keepTail(child.stderr, STDERR_KEPT_BYTES)
    child.stdout.on('data', (chunk: Buffer) => {
      if (onStdout) return onStdout(chunk)
      keptBytes += chunk.length
      if (keptBytes > stdoutLimitBytes) return end({ ended: 'outputTooLong' })
      kept.push(chunk)
    })

    const onAbort = () => killGroup(child)
    signal?.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => end({ ended: 'timedOut' }), timeoutMs)
    child.once('error', reject)
    child.once('close', (exitCode, signalName) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (signal?.aborted) return reject(signal.reason)
      const own: Ending = signalName
        ? { ended: 'signalled', signalName }
        : { ended: 'exited', exitCode: exitCode ?? -1 }
      resolve({ ...(early ?? own), stdout: Buffer.concat(kept), stderr: stderr() })
    })
  })
}
