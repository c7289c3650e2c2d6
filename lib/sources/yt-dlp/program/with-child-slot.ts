import { availableParallelism } from 'node:os'
import { slotOwner, startOwnerWait } from '@/lib/core/concurrency/slot-owner'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'

/** A look at one recording, a list being read, or a download. */
export type ChildKind = 'look' | 'list' | 'download'

/**
 * Runs `work` when it is its turn: as many of a kind at a time as there are cores. They are kinds of their own,
 * so that a look, which takes a second, does not wait for a list or a download, which take minutes. Users take turns, however
 * much each of them has waiting. Rejects with the signal's reason when that aborts first, and of a download also when
 * its owner waits no longer.
 */
export async function withChildSlot<T>(kind: ChildKind, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const resource = { name: `yt-dlp ${kind}`, slots: availableParallelism() }
  if (kind !== 'download') return withFairSlot(resource, slotOwner(), signal, work)
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
