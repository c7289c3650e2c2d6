import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { db } from '@/lib/platform/db'
import { isId } from '@/lib/platform/ids'
import { storedFile } from '@/lib/platform/storage/stored-file'
import { workDir } from '@/lib/platform/storage/work-dir'
import { storageKey } from '@/lib/uploads/upload-address'

/** `ID.ID.part`, of an upload in one go; `ID.part` is of one in several, which goes on. */
const BROKEN_OFF = /^[^.]+\.[^.]+\.part$/

/** Removes what is left of uploads that broke off with a process: the data folder is this one's alone by now. */
async function sweepParts(): Promise<void> {
  const dir = path.dirname(storedFile(storageKey({ id: 'any' })))
  for (const name of await namesIn(dir)) {
    if (BROKEN_OFF.test(name)) await rm(path.join(dir, name), { force: true })
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
