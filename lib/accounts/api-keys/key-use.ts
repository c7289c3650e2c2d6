import { bufferCounts } from '@/lib/platform/db/buffered-counts'
import { addKeyUses, type KeyUse } from './key-use-table'

/** Days are those of UTC. */
const today = () => new Date().toISOString().slice(0, 10)

const uses = bufferCounts<KeyUse>({
  name: 'uses of API keys',
  keyOf: ({ keyId, day }) => `${keyId} ${day}`,
  join: (one, other) => ({ ...one, requests: one.requests + other.requests, refused: one.refused + other.refused }),
  write: addKeyUses,
})

/**
 * Counts a request with an API key; it is in the database seconds later. `refused`: the key had expired, was deleted, or
 * lacks the scope.
 */
export function countKeyUse(
  { keyId, userId }: { keyId: string; userId: string },
  outcome: 'accepted' | 'refused',
): void {
  uses.add({ keyId, userId, day: today(), requests: 1, refused: outcome === 'refused' ? 1 : 0 })
}

/** Writes what this process has counted. */
export const flushKeyUses = uses.flush
