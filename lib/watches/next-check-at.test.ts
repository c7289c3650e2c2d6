import { expect, test } from 'vitest'
import { newId } from '@/lib/core/ids'
import { nextCheckAt } from './next-check-at'
import { formatPeriod, parsePeriod } from './period'

const HOUR = 3600
const NOW = new Date('2026-11-23T10:20:30.400Z')
const waitOf = (id: string, everySeconds: number, failures: number) =>
  (nextCheckAt({ id, everySeconds }, failures, NOW).getTime() - NOW.getTime()) / 1000

test('a watch is checked at its own times, which lie a period apart', () => {
  for (let n = 0; n < 200; n++) {
    const watch = { id: newId(), everySeconds: 6 * HOUR }
    const first = nextCheckAt(watch, 0, NOW)
    expect(first.getTime()).toBeGreaterThan(NOW.getTime())
    expect(first.getTime() - NOW.getTime()).toBeLessThanOrEqual(6 * HOUR * 1000)
    expect(nextCheckAt(watch, 0, first).getTime() - first.getTime()).toBe(6 * HOUR * 1000)
  }
})

test('failures double the wait up to a day, and never shorten a longer period', () => {
  const id = newId()
  const waits = [0, 1, 2, 3, 4, 5, 50].map((failures) => waitOf(id, HOUR, failures))
  for (const [failures, wait] of waits.entries()) {
    const most = Math.min(2 ** failures, 24) * HOUR
    expect(wait).toBeLessThanOrEqual(most)
    expect(wait).toBeGreaterThan(most - HOUR)
  }
  expect(waitOf(id, 7 * 24 * HOUR, 5)).toBe(waitOf(id, 7 * 24 * HOUR, 0))
})

test('watches that begin at the same moment are spread over their period', () => {
  const minutes = new Map<number, number>()
  for (let n = 0; n < 36_000; n++) {
    const minute = Math.floor(waitOf(newId(), 6 * HOUR, 0) / 60)
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
  }
  expect(Math.max(...minutes.values())).toBeLessThan(200)
})

test('a period is from 15 minutes to 7 days', () => {
  expect(['15m', '6h', '7d', '90m'].map(parsePeriod)).toEqual([900, 21_600, 604_800, 5400])
  expect(['14m', '8d', '169h', '6', 'h', '6H', '-6h', '1.5h', '99999999d', ''].map(parsePeriod)).toEqual(
    Array(10).fill(null),
  )
  expect([900, 21_600, 604_800, 5400].map(formatPeriod)).toEqual(['15m', '6h', '7d', '90m'])
})
