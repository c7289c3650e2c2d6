import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { env } from '@/lib/core/env'

/**
 * Copies the operator's cookie file of a platform, where there is one, into a folder that only we can read: yt-dlp writes
 * its cookies back, and the operator's file has to stay as it is. Gives the copy's path, or null.
 */
export async function copyCookies(platform: string, folder: string): Promise<string | null> {
  const { SOURCES_COOKIES_DIR } = env()
  if (!SOURCES_COOKIES_DIR) return null
  try {
    const cookies = await readFile(path.join(SOURCES_COOKIES_DIR, `${platform}.txt`))
    const copy = path.join(folder, 'cookies.txt')
    await writeFile(copy, cookies, { mode: 0o600, flag: 'wx' })
    return copy
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
