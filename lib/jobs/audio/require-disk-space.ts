import { Problem } from '@/lib/core/problem/problem'
import { freeBytes } from '@/lib/core/storage/disk-space'

/** Other jobs write too, so a job requires twice the space it needs. */
const WANTED = 2

/**
 * Throws `storage_unavailable` when the file system of a folder has less than twice `bytes` free. `readFreeBytes`
 * returns the free space.
 */
export async function requireDiskSpace(
  folder: string,
  bytes: number,
  readFreeBytes: (folder: string) => Promise<number> = freeBytes,
): Promise<void> {
  const free = await readFreeBytes(folder)
  if (free >= WANTED * bytes) return
  throw new Problem('storage_unavailable', { cause: `${WANTED * bytes} bytes wanted in ${folder}, ${free} are free` })
}
