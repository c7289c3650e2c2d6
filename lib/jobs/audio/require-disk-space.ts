import { statfs } from 'node:fs/promises'
import { Problem } from '@/lib/core/problem/problem'

type FreeSpace = { bavail: number; bsize: number }

/** Other jobs write too, so a job requires twice the space it needs. */
const WANTED = 2

/**
 * Throws `storage_unavailable` when the file system of a folder has less than twice `bytes` free. `readFreeSpace`
 * returns the free space.
 */
export async function requireDiskSpace(
  folder: string,
  bytes: number,
  readFreeSpace: (folder: string) => Promise<FreeSpace> = statfs,
): Promise<void> {
  const { bavail, bsize } = await readFreeSpace(folder)
  const free = bavail * bsize
  if (free >= WANTED * bytes) return
  throw new Problem('storage_unavailable', { cause: `${WANTED * bytes} bytes wanted in ${folder}, ${free} are free` })
}
