import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { documentsDir } from '@/lib/archive/documents/rendered-files'
import { db } from '@/lib/core/db/db'
import { isId } from '@/lib/core/ids'
import { storedFile } from '@/lib/core/storage/stored-file'
import { workDir } from '@/lib/core/storage/work-dir'
import { storageKey } from '@/lib/uploads/upload-address'

/** `ID.ID.part` is an upload in one request. `ID.part` is a resumable upload, which continues later. */
const BROKEN_OFF = /^[^.]+\.[^.]+\.part$/

/** Removes uploads that the end of a process interrupted. By now no other process uses the data folder. */
async function removeStaleParts(): Promise<void> {
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

/** Folders of earlier releases, which a running service may still use. */
const FORMER_FOLDER = /^verbatim-speech-/
const FORMER_FOLDERS_IN_USE_MS = 3_600_000

/** Removes folders of earlier releases from the system's temporary folder if they are ours and no longer in use. */
async function removeFormerFolders(): Promise<void> {
  for (const name of (await namesIn(tmpdir())).filter((found) => FORMER_FOLDER.test(found))) {
    const folder = path.join(tmpdir(), name)
    const found = await lstat(folder).catch(() => null)
    const isOurs = found?.isDirectory() === true && found.uid === process.getuid?.()
    const isOld = found !== null && Date.now() - found.mtimeMs > FORMER_FOLDERS_IN_USE_MS
    if (isOurs && isOld) await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a killed process left behind: of jobs that have ended or are not there, and of programs it ran. */
export async function removeStaleWorkFiles(): Promise<number> {
  await removeStaleParts()
  await removeFormerFolders()
  await rm(documentsDir(), { recursive: true, force: true })
  const names = await namesIn(workDir())
  const where = { id: { in: names.filter(isId) }, finishedAt: null }
  const running = await db().job.findMany({ where, select: { id: true } })
  const keep = new Set(running.map(({ id }) => id))
  const left = names.filter((name) => !keep.has(name))
  for (const name of left) await rm(path.join(workDir(), name), { recursive: true, force: true })
  // yt-dlp works beside what it downloads for a job that continues.
  for (const id of keep) {
    const programs = (await namesIn(path.join(workDir(), id))).filter((name) => name.startsWith('yt-dlp-'))
    for (const name of programs) await rm(path.join(workDir(), id, name), { recursive: true, force: true })
  }
  return left.length
}
