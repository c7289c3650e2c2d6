import { readFile } from 'node:fs/promises'
import { processesBelow } from './memory-of'

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
