import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { openLink } from '@/lib/net/open-link'
import { Problem } from '@/lib/platform/problem'

const DOWNLOAD_TIMEOUT_MS = 3_600_000
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Fetches a direct link into a file, which appears when it is whole. Throws what `openLink` throws, and
 * `storage_unavailable` on a full disk.
 */
export async function downloadLink(url: string, file: string, { signal }: { signal: AbortSignal }): Promise<void> {
  const { body } = await openLink(url, { signal, totalTimeoutMs: DOWNLOAD_TIMEOUT_MS })
  const part = `${file}.part`
  try {
    await pipeline(body, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    const code = (error as NodeJS.ErrnoException).code
    throw code && DISK_FULL.has(code) ? new Problem('storage_unavailable', { cause: error }) : error
  }
}
