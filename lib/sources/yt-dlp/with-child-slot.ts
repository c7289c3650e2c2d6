import { availableParallelism } from 'node:os'
import { slotOwner, startOwnerWait } from '@/lib/platform/slot-owner'
import { withFairSlot } from '@/lib/platform/with-fair-slot'

/**
 * Runs `work` when it is its turn: as many of a kind at a time as there are cores. Looking and downloading are kinds of
 * their own, so that a look, which takes a second, does not wait for a download, which takes minutes. Users take turns, however
 * much each of them has waiting. Rejects with the signal's reason when that aborts first, and of a download also when
 * its owner waits no longer.
 */
export async function withChildSlot<T>(
  kind: 'look' | 'download',
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const resource = { name: `yt-dlp ${kind}`, slots: availableParallelism() }
  if (kind === 'look') return withFairSlot(resource, slotOwner(), signal, work)
  const wait = startOwnerWait()
  const begin = () => {
    wait.stop()
    return work()
  }
  try {
    return await withFairSlot(resource, slotOwner(), signal, begin, wait.signal)
  } finally {
    wait.stop()
  }
}
