import { availableParallelism } from 'node:os'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'

/** What a machine can only do so much of at a time. */
export type TurnKind = 'download' | 'decode' | 'speech'

type Line = { taken: number; waiting: Map<string, (() => void)[]> }

/** Links mostly wait for the other side: many at a time cost little, and a slow one holds up nobody's work but its own. */
const DOWNLOADS = 32

function placesFor(kind: TurnKind): number {
  if (kind === 'download') return DOWNLOADS
  return kind === 'speech' ? env().SPEECH_CONCURRENCY : availableParallelism()
}

function lineOf(kind: TurnKind): Line {
  return singleton(`turns ${kind}`, () => ({ taken: 0, waiting: new Map() }))
}

/** Lets the owner in who has waited through most turns of others: each turn sends its owner to the end of the line. */
function callNext({ waiting }: Line): boolean {
  const first = waiting.entries().next().value
  if (!first) return false
  const [owner, turns] = first
  const next = turns.shift()
  waiting.delete(owner)
  if (turns.length > 0) waiting.set(owner, turns)
  next?.()
  return next !== undefined
}

function leaveLine({ waiting }: Line, owner: string, turn: () => void): void {
  const turns = (waiting.get(owner) ?? []).filter((one) => one !== turn)
  if (turns.length > 0) waiting.set(owner, turns)
  else waiting.delete(owner)
}

function take(line: Line, places: number, owner: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (line.taken < places) {
    line.taken++
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const onTurn = () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }
    const onAbort = () => {
      leaveLine(line, owner, onTurn)
      reject(signal.reason)
    }
    line.waiting.set(owner, [...(line.waiting.get(owner) ?? []), onTurn])
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/**
 * Does work of a kind when there is a place for it in this process. Owners (jobs) take turns, however much each of them
 * has waiting, so that a short one does not wait for a long one's end. Rejects with the signal's reason when that aborts
 * first.
 */
export async function inTurn<T>(
  kind: TurnKind,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const line = lineOf(kind)
  await take(line, placesFor(kind), owner, signal)
  try {
    return await work()
  } finally {
    // A place that is passed on stays taken.
    if (!callNext(line)) line.taken--
  }
}
