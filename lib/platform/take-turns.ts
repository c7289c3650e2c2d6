import { forgetSingleton, singleton } from './singleton'

/** Something that this process does only so many times at once. */
type Resource = { name: string; places: number }

type Line = { taken: number; waiting: Map<string, (() => void)[]> }

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
 * Does work when there is a place for it. Owners take turns, however much each of them has waiting, and what one of them
 * has waiting goes in the order in which it came. Rejects with the signal's reason when that aborts first.
 */
export async function takeTurns<T>(
  { name, places }: Resource,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const key = `turns ${name}`
  const line = singleton<Line>(key, () => ({ taken: 0, waiting: new Map() }))
  await take(line, places, owner, signal)
  try {
    return await work()
  } finally {
    // A place that is passed on stays taken.
    if (!callNext(line)) line.taken--
    // A line may belong to one user: it is not kept for those who have gone.
    if (line.taken === 0) forgetSingleton(key)
  }
}
