import { percentile } from '@/bench/measure/measure-rate'

const MAX_FAILURES_SHOWN = 5

/** Keeps the times of answers by kind, in stretches of time, and what went wrong. */
export function saveFigures(stretchSeconds: number) {
  const startedAt = performance.now()
  const stretches: number[][] = []
  const byKind = new Map<string, { times: number[]; failed: number }>()
  let failed = 0

  const row = (name: string, times: number[], ...rest: string[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [name, String(times.length), ...[0.5, 0.95, 0.99].map((at) => percentile(sorted, at).toFixed(1)), ...rest]
  }

  return {
    add(kind: string, elapsedMs: number, failure: string | null): void {
      const stretch = Math.floor((performance.now() - startedAt) / 1000 / stretchSeconds)
      const known = byKind.get(kind) ?? { times: [], failed: 0 }
      byKind.set(kind, known)
      known.times.push(elapsedMs)
      stretches[stretch] ??= []
      stretches[stretch].push(elapsedMs)
      if (failure === null) return
      known.failed++
      if (++failed <= MAX_FAILURES_SHOWN) console.error(`${kind}: ${failure}`)
    },
    failed: () => failed,
    answered: () => stretches.flat().length,
    /** Name, answers, p50, p95 and p99 in ms, failed. */
    kinds: () => [...byKind].map(([kind, { times, failed: lost }]) => row(kind, times, String(lost))),
    /** The figures of each stretch, without failures. */
    stretches: () => Array.from(stretches, (times = [], at) => row(`${at * stretchSeconds} s`, times)),
  }
}
