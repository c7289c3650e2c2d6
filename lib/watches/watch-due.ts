import type { EventKind } from '@/lib/core/db/events'

/** A watch is to be checked now. */
export const WATCH_DUE: EventKind<{ watchId: string; userId: string }> = { name: 'watch/due' }
