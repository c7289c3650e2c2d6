import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SetupError } from '@/server/setup/setup-error.mjs'
import type { BackupFile, Manifest } from './manifest'

/** A file of a backup that is not as it was written. */
export type DamagedFile = { path: string; reason: string }

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The size and SHA-256 of every file in a folder, in the order of their paths. */
export async function listFiles(folder: string): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const listed: BackupFile[] = []
  for (const file of files.sort()) {
    const relative = path.relative(folder, file).split(path.sep).join('/')
    listed.push({ path: relative, bytes: (await stat(file)).size, sha256: await sha256(file) })
  }
  return listed
}

async function damageOf(folder: string, expected: BackupFile): Promise<string | null> {
  const file = path.join(folder, expected.path)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return 'it is missing'
  if (found.size !== expected.bytes) return `it has ${found.size} bytes instead of ${expected.bytes}`
  try {
    return (await sha256(file)) === expected.sha256 ? null : 'its bytes have changed'
  } catch (error) {
    return `it can't be read (${(error as NodeJS.ErrnoException).code ?? error})`
  }
}

/**
 * Compares the files of a backup with its manifest. Returns those that are missing, cut off or changed; null where the
 * backup is of the first format, which has no sums to compare with. A path that leads out of the backup is a `SetupError`.
 */
export async function findDamage(folder: string, { files }: Manifest): Promise<DamagedFile[] | null> {
  if (files === null) return null
  const damaged: DamagedFile[] = []
  for (const file of files) {
    const isInside = !path.isAbsolute(file.path) && !file.path.split('/').includes('..')
    if (!isInside) throw new SetupError(`The manifest of ${folder} names a file outside it: ${file.path}`)
    const reason = await damageOf(folder, file)
    if (reason !== null) damaged.push({ path: file.path, reason })
  }
  return damaged
}

/** Damaged files as lines for people. */
export const describeDamage = (damaged: readonly DamagedFile[]) =>
  damaged.map(({ path: file, reason }) => `  ${file}: ${reason}`).join('\n')
