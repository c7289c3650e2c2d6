import { makeLoop } from '@/lib/durable/make-loop'
import { replaceLostRuns } from './replace-lost-runs'

/** A server begins again by itself what it still knows of, after waits of two minutes at most. */
const FIRST_LOOK_MS = 150_000
const LOOK_AGAIN_MS = 60_000

/**
 * Looks every minute for work whose run the Inngest server has lost: its own schedules may be lost, too. Gives what
 * stops it.
 */
export function watchLostRuns(firstLookMs = FIRST_LOOK_MS, againMs = LOOK_AGAIN_MS): () => Promise<void> {
  const loop = makeLoop('looking for work that was left', async () => {
    for (const replace of Object.values(replaceLostRuns)) await replace()
  })
  let again: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    loop.kick()
    again = setInterval(loop.kick, againMs)
  }, firstLookMs)
  return async () => {
    clearTimeout(first)
    clearInterval(again)
    await loop.stop()
  }
}
