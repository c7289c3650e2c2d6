import { readdir, readFile } from 'node:fs/promises'

/** The memory of a service in bytes: its own process, PostgreSQL's processes, and both. */
export type Memory = { node: number; postgres: number; total: number }

const KB = 1024

/** The resident memory of a process, as Linux reports it. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KB
}

/** The most resident memory that a process has had so far. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KB
}

/** Resident memory with what several processes share divided among them, so that it can be added up. 0: it is gone. */
async function proportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * KB
}

/** Every process that is there, with the one that began it. */
async function parents(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The name before it, in brackets, may hold anything.
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const
    }),
  )
  return new Map(found)
}

/** The processes that a process began, and those that they began. */
export async function processesBelow(pid: number): Promise<number[]> {
  const parentOf = await parents()
  const isBelow = (child: number): boolean => {
    const parent = parentOf.get(child)
    return parent !== undefined && (parent === pid || isBelow(parent))
  }
  return [...parentOf.keys()].filter(isBelow)
}

/** Measures the memory of a service and its embedded PostgreSQL. */
export async function memoryOf(pid: number): Promise<Memory> {
  const below = await Promise.all((await processesBelow(pid)).map(proportionalBytes))
  const [node, postgres] = [await proportionalBytes(pid), below.reduce((sum, bytes) => sum + bytes, 0)]
  return { node, postgres, total: node + postgres }
}

/** A number of bytes in MiB, as tables show it. */
export const inMib = (bytes: number): string => (bytes / KB ** 2).toFixed(0)

/** Clock ticks per second in Linux's processor times (`getconf CLK_TCK`), the same on every machine that runs Node. */
const TICKS_PER_SECOND = 100

/** Processor seconds a process has used, with those of its children that have ended. */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}

/** Processor seconds that a service has used so far: its own with those of programs it has run, and PostgreSQL's. */
export async function cpuSeconds(pid: number): Promise<{ node: number; postgres: number }> {
  const below = await Promise.all((await processesBelow(pid)).map(secondsOf))
  return { node: await secondsOf(pid), postgres: below.reduce((sum, seconds) => sum + seconds, 0) }
}
