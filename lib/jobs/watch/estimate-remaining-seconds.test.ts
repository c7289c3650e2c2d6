import { expect, test } from 'vitest'
import { estimateRemainingSeconds, type FinishedChunk, roundEstimate } from './estimate-remaining-seconds'

type Run = { workers: number; chunks: number; loadMs?: number; queuedMs?: number }

const SPEECH_MS = 24_000
/** How much longer or shorter than usual a chunk takes, in turns. */
const UNEVEN = [1, 0.7, 1.3, 1.1, 0.9]

/** When the chunks of a recording are finished, each of which takes a worker about 2.6 seconds. */
function finishedBy({ workers, chunks, loadMs = 0, queuedMs = 0 }: Run): FinishedChunk[] {
  const freeAt = Array.from({ length: workers }, () => queuedMs + loadMs)
  const finished = Array.from({ length: chunks }, (_, index) => {
    const worker = freeAt.indexOf(Math.min(...freeAt))
    const finishedMs = (freeAt[worker] ?? 0) + 2600 * (UNEVEN[index % UNEVEN.length] ?? 1)
    freeAt[worker] = finishedMs
    return { finishedMs, speechMs: SPEECH_MS }
  })
  return finished.toSorted((a, b) => a.finishedMs - b.finishedMs)
}

test.each<[string, Run]>([
  ['one worker', { workers: 1, chunks: 27 }],
  ['one worker that loads its model', { workers: 1, chunks: 27, loadMs: 8000 }],
  ['one worker after a queue', { workers: 1, chunks: 200, queuedMs: 300_000 }],
  ['two workers', { workers: 2, chunks: 60 }],
  ['four workers that load their models', { workers: 4, chunks: 60, loadMs: 5000 }],
  ['sixteen workers', { workers: 16, chunks: 320 }],
])('for %s the estimate is right by a factor of 1.5', (_, run) => {
  const finished = finishedBy(run)
  const end = finished.at(-1)?.finishedMs ?? 0
  const ratios = finished.flatMap(({ finishedMs }, index) => {
    const seconds = (end - finishedMs) / 1000
    const leftMs = (run.chunks - index - 1) * SPEECH_MS
    // A pace is known once each worker has done a chunk and begun others.
    if (index < 2 * run.workers || seconds < 10) return []
    return [roundEstimate(estimateRemainingSeconds(finished.slice(0, index + 1), leftMs) ?? 0) / seconds]
  })
  expect(ratios.length).toBeGreaterThan(8)
  expect(Math.max(...ratios)).toBeLessThan(1.5)
  expect(Math.min(...ratios)).toBeGreaterThan(1 / 1.5)
})

test('chunks that are finished together are no pace', () => {
  const at = (finishedMs: number) => ({ finishedMs, speechMs: SPEECH_MS })
  expect(estimateRemainingSeconds([], 1000)).toBeNull()
  expect(estimateRemainingSeconds([at(5000)], 1000)).toBeNull()
  expect(estimateRemainingSeconds([at(5000), at(5100)], 1000)).toBeNull()
  expect(estimateRemainingSeconds([at(0), at(100), at(10_000), at(10_100)], 4 * SPEECH_MS)).toBeCloseTo(20.2)
})

test('an estimate is rounded up, the more the longer it is', () => {
  expect([0.2, 11, 61, 150, 301].map(roundEstimate)).toEqual([5, 15, 70, 150, 330])
})
