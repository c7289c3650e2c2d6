import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The phases of a start in their order, each with its milliseconds since the begin. */
export type Phases = [phase: string, atMs: number][]

const LOOK_EVERY_MS = 25
const GIVE_UP_MS = 900_000

/** Polls until a condition holds, because the process sends no event for it. */
export async function until(isSo: () => Promise<boolean>, isOver: () => boolean): Promise<void> {
  while (!(await isSo())) {
    if (isOver()) throw new Error('the start has ended, or takes too long')
    await delay(LOOK_EVERY_MS)
  }
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

export async function answers(url: string, type: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok && (response.headers.get('content-type') ?? '').startsWith(type)
  } catch {
    return false
  }
}

export type Start = {
  child: ChildProcess
  reach: (phase: string) => void
  phases: Phases
  /** Whether it has ended, or takes too long. */
  isOver: () => boolean
  /** Ends it as Ctrl-C does in a terminal. */
  end: () => Promise<void>
}

/** Starts a program whose phases are measured, with new settings and with packages from npm's cache. */
export function startProgram(
  command: readonly [program: string, ...args: string[]],
  { cwd, settings }: { cwd: string; settings: Record<string, string> },
): Start {
  const startedAt = performance.now()
  const phases: Phases = []
  const { BASE_URL: _, DATABASE_URL: __, PORT: ___, ...inherited } = process.env
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: { ...inherited, LOG_LEVEL: 'error', npm_config_prefer_offline: 'true', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    phases,
    reach: (phase) => void phases.push([phase, performance.now() - startedAt]),
    isOver: () => hasEnded() || performance.now() - startedAt > GIVE_UP_MS,
    end: async () => {
      if (hasEnded() || child.pid === undefined) return
      process.kill(-child.pid, 'SIGINT')
      await once(child, 'exit')
    },
  }
}
