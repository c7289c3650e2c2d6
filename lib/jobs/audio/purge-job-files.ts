import { readdir } from 'node:fs/promises'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { workDir } from '@/lib/core/storage/work-dir'
import { makeLoop } from '@/lib/durable/make-loop'
import { discardJobFiles } from './job-files'

const PURGE_MS = 30_000

/** The jobs that have work files on this machine: no other work has a folder whose name is an id alone. */
async function jobsHere(): Promise<string[]> {
  const names = await readdir(workDir()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isId)
}

/**
 * Removes the work files of jobs that have ended or do not exist. The process that ends a job removes its own files;
 * another machine that worked on the job earlier still has some. Returns the number of jobs.
 */
export async function purgeJobFiles(): Promise<number> {
  const here = await jobsHere()
  if (here.length === 0) return 0
  const open = await db().job.findMany({ where: { id: { in: here }, finishedAt: null }, select: { id: true } })
  const keep = new Set(open.map(({ id }) => id))
  const left = here.filter((id) => !keep.has(id))
  for (const id of left) await discardJobFiles(id)
  return left.length
}

/** Purges job files every half minute, until it is stopped. */
export function startJobFilePurge(): { stop: () => Promise<void> } {
  const loop = makeLoop('deleting the files of ended jobs', async () => void (await purgeJobFiles()))
  const timer = setInterval(loop.kick, PURGE_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await loop.stop()
    },
  }
}
