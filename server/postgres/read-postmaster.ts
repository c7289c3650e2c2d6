import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'

export type Postmaster = { pid: number; port: number; status: string }

/**
 * The server that runs on a cluster, from its `postmaster.pid` (pid, folder, start time, port, …, status in line 8);
 * null when none does. A pid that now belongs to another program counts as none.
 */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(path.join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostmaster(pid, cluster)) return null
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? 'starting').trim() }
}

/** Whether a process is PostgreSQL on this cluster. */
export function isPostmaster(pid: number, cluster: string): boolean {
  return commandLine(pid).includes(cluster)
}

/** The command line of a process. On Linux it is empty for a zombie, which is dead and not yet reaped. */
function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    return readLines(`/proc/${pid}/cmdline`).join('\n').replaceAll('\0', ' ')
  }
  const options = { encoding: 'utf8', env: childEnvironment() } as const
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], options).stdout ?? ''
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return []
    throw error
  }
}

const FAST_LIMIT_MS = 60_000

/**
 * Stops the PostgreSQL that runs on a cluster, if one does: fast shutdown (SIGINT), which ends open connections, and
 * after a minute an immediate one (SIGQUIT), from which the next start recovers.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  signal(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + FAST_LIMIT_MS
  let asked = false
  while (isPostmaster(postmaster.pid, cluster)) {
    if (!asked && Date.now() > deadline) asked = signal(postmaster.pid, 'SIGQUIT')
    await sleep(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): true {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  return true
}
