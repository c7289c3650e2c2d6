import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { processIdentity } from '@/lib/core/programs/process-identity.mjs'
import { IN_USE } from './copies.mjs'

/** Marks a copy as in use, in the form of a lock file. Null where it is none of ours, or where nothing can be written. */
async function mark(program: string): Promise<string | null> {
  const file = path.join(path.dirname(program), IN_USE, `${process.pid}-${randomUUID()}`)
  const holder = { pid: process.pid, began: processIdentity(process.pid), info: {} }
  try {
    await writeFile(file, JSON.stringify(holder), { flag: 'wx' })
    return file
  } catch (error) {
    // Not a copy of ours has no such folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.debug('a copy of yt-dlp could not be marked as in use', { error })
    }
    return null
  }
}

/** Does `work` with a yt-dlp. A private copy is not removed meanwhile, whatever newer ones are switched to. */
export async function whileInUse<T>(program: string, work: () => Promise<T>): Promise<T> {
  const marked = await mark(program)
  try {
    return await work()
  } finally {
    if (marked) await rm(marked, { force: true })
  }
}
