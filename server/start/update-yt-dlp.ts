import { existsSync } from 'node:fs'
import path from 'node:path'
import { log } from '@/lib/core/log'
import { makeLoop } from '@/lib/durable/make-loop'
import { IN_USE } from '@/lib/sources/yt-dlp/copies/copies.mjs'
import { describeMissing } from '@/lib/sources/yt-dlp/copies/extras.mjs'
import { updateWhenDue } from '@/lib/sources/yt-dlp/copies/update-when-due'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { inspectYtDlp } from '@/lib/sources/yt-dlp/program/inspect-yt-dlp'

const LOOK_EVERY_MS = 10 * 60_000

/** Says in the log what a yt-dlp that is not ours lacks. Of a private copy `npm start` has said it. */
async function warnOfMissingExtras(): Promise<void> {
  try {
    const found = await findYtDlp()
    if (!found || existsSync(path.join(path.dirname(found.path), IN_USE))) return
    for (const line of describeMissing(await inspectYtDlp(found))) log.warn(line)
  } catch (error) {
    log.debug('the extras of yt-dlp could not be listed', { error })
  }
}

/** Keeps the private copy of yt-dlp new while the service runs, until it is stopped. */
export function startYtDlpUpdates(): { stop: () => Promise<void> } {
  const loop = makeLoop('updating yt-dlp', async () => void (await updateWhenDue()))
  void warnOfMissingExtras()
  const timer = setInterval(loop.kick, LOOK_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await loop.stop()
    },
  }
}
