import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A third-party program that serves on loopback as a separate process. */
export type Server = {
  url: string
  /** Starts it, again after it was killed, and resolves once it answers. */
  start: () => Promise<void>
  /** SIGKILL: no instruction of it runs after that. */
  kill: () => Promise<void>
  printed: () => string
}

type Program = {
  url: string
  file: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** Whether it answers. */
  isReady: () => Promise<boolean>
}

const MAX_PRINTED = 200_000

/** A server that is not started yet. What it prints is kept, the end of it. */
export function makeServer({ url, file, args, env, cwd, isReady }: Program): Server {
  let child: ChildProcess | undefined
  let printed = ''
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-MAX_PRINTED)
  }
  const start = async () => {
    const started = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    await once(started, 'spawn')
    started.stdout.on('data', keep)
    started.stderr.on('data', keep)
    while (!(await isReady().catch(() => false))) {
      if (started.exitCode !== null || started.signalCode !== null) throw new Error(`${file} ended:\n${printed}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const kill = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return { url, start, kill, printed: () => printed }
}
