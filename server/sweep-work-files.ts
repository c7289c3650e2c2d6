import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { workDir } from '@/lib/jobs/job-files'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'
import { storedFile } from '@/lib/platform/storage/stored-file'
import { storageKey } from '@/lib/uploads/upload-address'

const PART_LIFETIME_MS = 24 * 3_600_000

/** Removes what is left of uploads that broke off with the process: parts that nobody has written to for a day. */
async function sweepParts(): Promise<void> {
  const dir = path.dirname(storedFile(storageKey({ id: 'any' })))
  for (const name of await namesIn(dir)) {
    const file = path.join(dir, name)
    if (name.endsWith('.part') && (await stat(file)).mtimeMs < Date.now() - PART_LIFETIME_MS)
      await rm(file, { force: true })
  }
}

async function namesIn(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Removes work files that a killed process left behind: those of jobs that have ended, or that are not there. */
export async function sweepWorkFiles(): Promise<number> {
  await sweepParts()
  const ids = (await namesIn(workDir())).filter(isId)
  const running = await db().job.findMany({ where: { id: { in: ids }, finishedAt: null }, select: { id: true } })
  const keep = new Set(running.map(({ id }) => id))
  const left = ids.filter((id) => !keep.has(id))
  for (const id of left) await rm(path.join(workDir(), id), { recursive: true, force: true })
  return left.length
}
