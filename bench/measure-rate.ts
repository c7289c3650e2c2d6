import { Pool } from 'undici'

export type Rate = { perSecond: number; p50Ms: number; p99Ms: number; failed: number }

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Asks for one path over and over on so many connections for so long, and counts the answers. */
export async function measureRate(
  origin: string,
  path: string,
  { headers, connections, seconds }: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<Rate> {
  const pool = new Pool(origin, { connections })
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const work = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers })
      await body.dump()
      times.push(performance.now() - sentAt)
      if (statusCode !== 200) failed++
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  await pool.close()
  times.sort((a, b) => a - b)
  return { perSecond, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), failed }
}
