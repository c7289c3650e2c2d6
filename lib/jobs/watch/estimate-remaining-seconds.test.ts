import { expect, test } from 'vitest'
import { estimateRemainingSeconds } from './estimate-remaining-seconds'

const CHUNK_SECONDS = 10

/** A job of so many equal chunks, each of which takes ten seconds, on so many cores; what it tells at each chunk's end. */
function run(chunks: number, cores: number) {
  return Array.from({ length: chunks }, (_, index) => {
    const finished = index + 1
    const now = Math.ceil(finished / cores) * CHUNK_SECONDS
    const pace = {
      stage: 'transcribing',
      progress: 0.1 + (0.85 * finished) / chunks,
      secondsSinceFirst: now - CHUNK_SECONDS,
      firstShare: 1 / chunks,
    }
    return { reported: estimateRemainingSeconds(pace, cores), left: Math.ceil(chunks / cores) * CHUNK_SECONDS - now }
  })
}

test.each([1, 2, 4, 16])('at a steady pace on %i cores it is right within a step, and never rises', (cores) => {
  const reported = run(160, cores).filter(({ reported }) => reported !== null)
  expect(reported.length).toBeGreaterThan(100)
  for (const { reported: seconds, left } of reported.filter((_, index) => (index + 1) % cores === 0)) {
    expect(seconds ?? -1).toBeGreaterThanOrEqual(left)
    expect(seconds ?? -1).toBeLessThanOrEqual(left + 30)
  }
})

test('no remaining time is given before there is a pace, nor in other stages', () => {
  expect(
    run(20, 2)
      .slice(0, 2)
      .map(({ reported }) => reported),
  ).toEqual([null, null])
  const pace = { stage: 'transcribing', progress: 0.5, secondsSinceFirst: 60, firstShare: 0.05 }
  expect(estimateRemainingSeconds(pace, 2)).toBeGreaterThan(0)
  for (const stage of [null, 'resolving', 'downloading', 'finishing']) {
    expect(estimateRemainingSeconds({ ...pace, stage }, 2)).toBeNull()
  }
  expect(estimateRemainingSeconds({ ...pace, secondsSinceFirst: null }, 2)).toBeNull()
  expect(estimateRemainingSeconds({ ...pace, firstShare: null }, 2)).toBeNull()
  expect(estimateRemainingSeconds({ ...pace, progress: 0.95 }, 2)).toBe(0)
})

test('a silent first chunk marks when the work began', () => {
  const pace = { stage: 'transcribing', progress: 0.1 + 0.85 / 4, secondsSinceFirst: 300, firstShare: 0 }
  expect(estimateRemainingSeconds(pace, 8)).toBe(900)
})
