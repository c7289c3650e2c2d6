import { askOverAndOver } from './ask-over-and-over'

export type Rate = { perSecond: number; p50Ms: number; p99Ms: number; failed: number }

/** The value below which such a share of sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Asks for one path over and over on so many connections for so long, and counts the answers. */
export async function measureRate(
  origin: string,
  path: string,
  { headers, connections, seconds }: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<Rate> {
  const url = new URL(origin)
  const fields = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const onAnswer = (elapsedMs: number, isOk: boolean) => {
    times.push(elapsedMs)
    if (!isOk) failed++
  }
  const endsAt = startedAt + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => askOverAndOver(url, request, endsAt, onAnswer)))
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  times.sort((a, b) => a - b)
  return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), failed }
}
