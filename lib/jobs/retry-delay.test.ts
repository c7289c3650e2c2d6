import { expect, test } from 'vitest'
import { Problem } from '@/lib/core/problem/problem'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { MAX_RETRIES, retryDelaySeconds } from './retry-delay'

const codes = Object.keys(PROBLEMS) as ProblemCode[]

/** The waits before all tries that a code gets. */
function waits(code: ProblemCode, options: ConstructorParameters<typeof Problem>[1] = {}): number[] {
  const found: number[] = []
  for (;;) {
    const wait = retryDelaySeconds(new Problem(code, options), found.length)
    if (wait === null) return found
    found.push(wait)
  }
}

test('an error of the recording itself is final immediately', () => {
  const final = codes.filter((code) => waits(code).length === 0)
  expect(final).toEqual(expect.arrayContaining(['source_private', 'invalid_media', 'no_audio', 'media_too_long']))
  // No error is tried again whose sentence says not to.
  expect(codes.filter((code) => !problemRow(code).retryable && !final.includes(code))).toEqual([])
})

test('waits grow, and are no more than a run has tries', () => {
  for (const code of codes) {
    const all = waits(code)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(all.length).toBeLessThanOrEqual(MAX_RETRIES)
  }
})

test('a problem that says trying again is no use is final', () => {
  expect(waits('transcriber_failed', { context: { retryable: false } })).toEqual([])
  expect(waits('transcriber_failed', { context: { retryable: true } })).toHaveLength(3)
})

test('a delay that the other side requests is followed, within reason', () => {
  expect(waits('transcriber_unavailable', { retryAfterSeconds: 90 })[0]).toBe(90)
  expect(waits('transcriber_unavailable', { retryAfterSeconds: 1 })[0]).toBe(10)
  expect(waits('transcriber_unavailable', { retryAfterSeconds: 86_400 })).toEqual([])
  // The number that a code has by itself is for people.
  expect(waits('upstream_blocked')[0]).toBe(60)
})
