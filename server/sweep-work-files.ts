import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { workDir } from '@/lib/jobs/job-files'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'

/** Removes work files that a killed process left behind: those of jobs that have ended, or that are not there. */
export async function sweepWorkFiles(): Promise<number> {
  const names = await readdir(workDir()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const ids = names.filter(isId)
  const running = await db().job.findMany({ where: { id: { in: ids }, finishedAt: null }, select: { id: true } })
  const keep = new Set(running.map(({ id }) => id))
  const left = ids.filter((id) => !keep.has(id))
  for (const id of left) await rm(path.join(workDir(), id), { recursive: true, force: true })
  return left.length
}
