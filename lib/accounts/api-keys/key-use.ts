import { bufferCounts } from '@/lib/core/db/buffered-counts'
import { addKeyUses, type KeyUse } from './key-use-table'

const DAY_MS = 24 * 3600 * 1000

let known = { day: '', number: 0 }

/** Days are those of UTC. Each is written once: every request asks for it. */
function today(): string {
  const number = Math.floor(Date.now() / DAY_MS)
  if (number !== known.number) known = { day: new Date(number * DAY_MS).toISOString().slice(0, 10), number }
  return known.day
}

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
