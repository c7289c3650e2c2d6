import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { readPostmaster } from '@/server/postgres/read-postmaster'
import { clusterOf } from './cluster-of'

export type RunningProcess = { pid: number; parent: number; command: string }

function readProcess(pid: number): RunningProcess[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = line.lastIndexOf(')')
    const [state, parent] = line.slice(end + 2).split(' ')
    if (state === 'Z') return []
    return [{ pid, parent: Number(parent), command: line.slice(line.indexOf('(') + 1, end) }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}

function allProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
}

/** The children of a process and their children, in any process group. */
export function processesBelow(pid: number): RunningProcess[] {
  const all = allProcesses()
  const below = (parent: number): RunningProcess[] =>
    all.filter((found) => found.parent === parent).flatMap((found) => [found, ...below(found.pid)])
  return below(pid)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It had ended by itself.
  }
}

/**
 * SIGTERM to everything of a service, its programs first, as systemd or a host that shuts down sends it. Resolves when the
 * service has ended.
 */
export async function stopAll(servicePid: number, dataDir: string): Promise<void> {
  const postgres = readPostmaster(clusterOf(dataDir))?.pid
  const pids = [...processesBelow(servicePid), ...(postgres ? processesBelow(postgres) : [])].map(({ pid }) => pid)
  for (const pid of new Set([...pids, ...(postgres ? [postgres] : []), servicePid])) {
    signal(pid, 'SIGTERM')
    signal(pid, 'SIGCONT')
  }
  await expect.poll(() => readProcess(servicePid), { timeout: 30_000 }).toEqual([])
}

/** The environment of a running process, as another process with permission reads it. */
export function environmentOf(pid: number): string {
  return readFileSync(`/proc/${pid}/environ`, 'latin1')
}
