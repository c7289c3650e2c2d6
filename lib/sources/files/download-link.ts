import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { diskProblem } from '@/lib/core/storage/disk-problem'
import { openLink } from '@/lib/net/open-link'

const DOWNLOAD_TIMEOUT_MS = 3_600_000

type Options = { signal: AbortSignal; platform?: string; headers?: Readonly<Record<string, string>> }

/**
 * Downloads a direct link into a file, which appears when it is complete. Throws what `openLink` throws, and
 * `storage_unavailable` on a full disk.
 */
export async function downloadLink(url: string, file: string, options: Options): Promise<void> {
  const { body } = await openLink(url, { ...options, totalTimeoutMs: DOWNLOAD_TIMEOUT_MS })
  const part = `${file}.part`
  try {
    await pipeline(body, createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw diskProblem(error)
  }
}
