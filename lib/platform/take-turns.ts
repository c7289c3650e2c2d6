import { forgetSingleton, singleton } from './singleton'

/** Something that this process does only so many times at once. */
type Resource = { name: string; places: number }

/** What an owner has waiting. `since` tells who has waited longer: whoever has the lowest number is next. */
type Waiting = { since: number; turns: (() => void)[] }

type Line = {
  taken: number
  clock: number
  waiting: Map<string, Waiting>
  /** Owners who went away without a turn and mean to come back: they keep their place in the line for a while. */
  away: Map<string, { since: number; untilMs: number }>
}

const KEPT_MS = 5 * 60_000

function lineFor(name: string): Line {
  return singleton<Line>(`turns ${name}`, () => ({ taken: 0, clock: 0, waiting: new Map(), away: new Map() }))
}

/** Lets the owner in who has waited through most turns of others: each turn sends its owner to the end of the line. */
function callNext(line: Line): boolean {
  let [first, earliest]: [string | null, Waiting | null] = [null, null]
  for (const [owner, waiting] of line.waiting) {
    if (earliest === null || waiting.since < earliest.since) [first, earliest] = [owner, waiting]
  }
  if (first === null || earliest === null) return false
  const [next, ...turns] = earliest.turns
  line.waiting.delete(first)
  if (turns.length > 0) line.waiting.set(first, { since: ++line.clock, turns })
  next?.()
  return true
}

function leaveLine(line: Line, owner: string, turn: () => void): void {
  const waiting = line.waiting.get(owner)
  if (!waiting) return
  const turns = waiting.turns.filter((one) => one !== turn)
  if (turns.length > 0) line.waiting.set(owner, { ...waiting, turns })
  else line.waiting.delete(owner)
}

/** Keeps an owner's place in the line; of those who did not come back in time it is kept no longer. */
function keepPlace({ away, waiting }: Line, owner: string): void {
  const nowMs = performance.now()
  for (const [other, { untilMs }] of away) if (untilMs < nowMs) away.delete(other)
  const since = waiting.get(owner)?.since
  if (since !== undefined) away.set(owner, { since, untilMs: nowMs + KEPT_MS })
}

function joinLine(line: Line, owner: string, turn: () => void): void {
  const here = line.waiting.get(owner)
  const since = here?.since ?? line.away.get(owner)?.since ?? ++line.clock
  line.away.delete(owner)
  line.waiting.set(owner, { since, turns: [...(here?.turns ?? []), turn] })
}

type Signals = { signal: AbortSignal; patience: AbortSignal | undefined }

function take(line: Line, places: number, owner: string, { signal, patience }: Signals): Promise<void> {
  if (line.taken < places) {
    line.taken++
    line.away.delete(owner)
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const stop = () => {
      signal.removeEventListener('abort', onAbort)
      patience?.removeEventListener('abort', onImpatient)
    }
    const onTurn = () => {
      stop()
      resolve()
    }
    const leave = (reason: unknown) => {
      stop()
      leaveLine(line, owner, onTurn)
      reject(reason)
    }
    const onAbort = () => leave(signal.reason)
    const onImpatient = () => {
      keepPlace(line, owner)
      leave(patience?.reason)
    }
    joinLine(line, owner, onTurn)
    signal.addEventListener('abort', onAbort, { once: true })
    patience?.addEventListener('abort', onImpatient, { once: true })
    if (patience?.aborted) onImpatient()
  })
}

/** How many owners wait in this process for a turn at something. */
export function countWaiting(name: string): number {
  return lineFor(name).waiting.size
}

/**
 * Does work when there is a place for it. Owners take turns, however much each of them has waiting, and what one of them
 * has waiting goes in the order in which it came. Rejects with the signal's reason when that aborts first. `patience` ends
 * the wait, too, but not the work once that is begun; whoever comes back within five minutes is where it was in the line.
 */
export async function takeTurns<T>(
  { name, places }: Resource,
  owner: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  patience?: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const line = lineFor(name)
  await take(line, places, owner, { signal, patience })
  try {
    return await work()
  } finally {
    // A place that is passed on stays taken.
    if (!callNext(line)) line.taken--
    // A line may belong to one user: it is not kept for those who have gone.
    if (line.taken === 0 && line.away.size === 0) forgetSingleton(`turns ${name}`)
  }
}
