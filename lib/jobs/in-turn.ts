import { availableParallelism } from 'node:os'
import { env } from '@/lib/platform/env'
import { takeTurns } from '@/lib/platform/take-turns'

/** What a machine can only do so much of at a time. */
export type TurnKind = 'download' | 'decode' | 'speech'

/** Links mostly wait for the other side: many at a time cost little, and a slow one holds up nobody's work but its own. */
const DOWNLOADS = 32

function placesFor(kind: TurnKind): number {
  if (kind === 'download') return DOWNLOADS
  return kind === 'speech' ? env().SPEECH_CONCURRENCY : availableParallelism()
}

/**
 * Does work of a kind when there is a place for it in this process. Owners (jobs) take turns, however much each of them
 * has waiting, so that a short one does not wait for a long one's end. Rejects with the signal's reason when that aborts
 * first.
 */
export function inTurn<T>(kind: TurnKind, owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return takeTurns({ name: kind, places: placesFor(kind) }, owner, signal, work)
}
