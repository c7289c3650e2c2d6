import { makeLoop } from '@/lib/durable/make-loop'
import { replaceLostRuns } from './replace-lost-runs'

/** A server begins again by itself what it still knows of, after waits of two minutes at most. */
const FIRST_CHECK_MS = 150_000
const CHECK_INTERVAL_MS = 60_000

/** Checks every minute for runs that the Inngest server and its schedules have lost. Returns what stops it. */
export function watchLostRuns(firstCheckMs = FIRST_CHECK_MS, againMs = CHECK_INTERVAL_MS): () => Promise<void> {
  const loop = makeLoop('looking for work that was left', async () => {
    for (const replace of Object.values(replaceLostRuns)) await replace()
  })
  let again: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    loop.kick()
    again = setInterval(loop.kick, againMs)
  }, firstCheckMs)
  return async () => {
    clearTimeout(first)
    clearInterval(again)
    await loop.stop()
  }
}
