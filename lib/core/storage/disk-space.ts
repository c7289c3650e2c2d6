import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '../problem/problem'

const GIB = 1024 ** 3

/** A data folder with less free space is full: no recording of an hour fits. */
export const FULL_BYTES = GIB
/** A data folder with less free space will soon be full. */
export const SCARCE_BYTES = 5 * GIB

/** A folder, or the one that it will be in. */
function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(path.dirname(folder))
}

/** The free bytes of the file system of a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingFolder(folder))
  return bavail * bsize
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The problem of a failed write: `storage_unavailable` for a full disk; other errors stay as they are. */
export function diskProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code && DISK_FULL.has(code) ? new Problem('storage_unavailable', { cause: error }) : error
}
