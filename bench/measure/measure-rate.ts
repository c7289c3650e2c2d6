import { pollRepeatedly } from '@/bench/load/poll-repeatedly'

export type Rate = { perSecond: number; p50Ms: number; p95Ms: number; p99Ms: number; failed: number }

/** A request as it goes over the wire. */
export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string }

type Load = {
  connections: number
  seconds: number
  wantedStatus?: number
  /** Whether this process, the client, never sleeps: see `keepAwake`. */
  isAwake?: boolean
}

/** The value below which such a share of sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

function onTheWire(host: string, { method = 'GET', path, headers = {}, body }: Ask): string {
  const sized = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ host, ...headers, ...sized }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body ?? ''}`
}

/** The rate and the percentiles of answer times. Sorts them. */
export function toRate(times: number[], failed: number, seconds: number): Rate {
  times.sort((a, b) => a - b)
  const at = (share: number) => percentile(times, share)
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), failed }
}

/**
 * Keeps this process from sleeping while it waits. To wake a client that sleeps on another virtual processor takes a server longer
 * than a whole answer takes Node's, and only one that is slow enough for its client to sleep, so it would be no measure of it.
 * Returns a function that ends it.
 */
function keepAwake(): () => void {
  let isEnded = false
  const turn = () => {
    if (!isEnded) setImmediate(turn)
  }
  turn()
  return () => {
    isEnded = true
  }
}

/** Sends requests over and over on so many connections for so long, each of them another share of them, and counts the answers. */
export async function measureRate(
  origin: string,
  asks: readonly Ask[],
  { connections, seconds, wantedStatus = 200, isAwake = false }: Load,
): Promise<Rate> {
  const url = new URL(origin)
  const times: number[] = []
  let failed = 0
  const onAnswer = (elapsedMs: number, isWanted: boolean) => {
    times.push(elapsedMs)
    if (!isWanted) failed++
  }
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const ask = (connection: number) => {
    const own = asks.filter((_, index) => index % Math.min(connections, asks.length) === connection % asks.length)
    return pollRepeatedly(
      url,
      { requests: own.map((each) => onTheWire(url.host, each)), endsAt, wantedStatus },
      onAnswer,
    )
  }
  const sleepAgain = isAwake ? keepAwake() : () => undefined
  await Promise.all(Array.from({ length: connections }, (_, connection) => ask(connection))).finally(sleepAgain)
  return toRate(times, failed, (performance.now() - startedAt) / 1000)
}
