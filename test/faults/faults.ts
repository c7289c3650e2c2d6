import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { readPostmaster } from '@/server/postgres/read-postmaster'
import { clusterOf } from '../process/cluster-of'
import type { GuardedService } from './guarded-service'

const run = promisify(execFile)

/** Something that goes wrong. Returns whether there was anything to go wrong with. */
export type Fault = { name: string; strike: () => Promise<boolean> }

async function processesBelow(pid: number): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await run('ps', ['-e', '-o', 'pid=,ppid=,comm='])
  const all = stdout.split('\n').flatMap((line) => {
    const [own, parent, command] = line.trim().split(/\s+/)
    return own && parent && command ? [{ pid: Number(own), parent: Number(parent), command }] : []
  })
  const below = (parent: number): typeof all =>
    all.filter((found) => found.parent === parent).flatMap((found) => [found, ...below(found.pid)])
  return below(pid)
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It had ended by itself.
    return false
  }
}

async function dropConnections(service: GuardedService): Promise<boolean> {
  const client = new pg.Client({ connectionString: await service.connection() })
  client.on('error', () => undefined)
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
  )
  await client.end()
  return (rowCount ?? 0) > 0
}

/** Fills the disk of the uploads, waits until something has met it, and empties it again. */
async function fillDisk(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  const filler = path.join(folder, 'filler')
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await rm(filler)
  return true
}

/** All that may go wrong with a service on a data folder; a full disk where its uploads have one of their own. */
export function allFaults(service: GuardedService, dataDir: string, hasOwnDisk: boolean): Fault[] {
  const killProgram = async (name: RegExp) => {
    const found = (await processesBelow(service.now().pid)).find(({ command }) => name.test(command))
    return found ? kill(found.pid) : false
  }
  return [
    { name: 'SIGKILL of the process', strike: async () => service.killAndRestart().then(() => true) },
    { name: 'SIGKILL of ffmpeg', strike: () => killProgram(/^ff(mpeg|probe)$/) },
    {
      name: 'SIGKILL of PostgreSQL',
      strike: async () => {
        const postmaster = readPostmaster(clusterOf(dataDir))
        return postmaster ? kill(postmaster.pid) : false
      },
    },
    { name: 'lost connections', strike: () => dropConnections(service) },
    ...(hasOwnDisk ? [{ name: 'full disk', strike: () => fillDisk(path.join(dataDir, 'files')) }] : []),
  ]
}
