import { purgeRows } from '@/lib/core/db/purge-rows'

/** Deletes expired entries of the source memory. Returns how many there were. */
export function purgeExpiredMemory(): Promise<number> {
  return purgeRows('source_memory', 'expires_at < now()')
}
