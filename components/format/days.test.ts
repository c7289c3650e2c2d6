import { afterEach, expect, test } from 'vitest'
import { dayOf, startOfDay } from './days'

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ
})

test.each([
  ['UTC', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['America/Los_Angeles', '2026-11-21T08:00:00Z', '2026-11-22T08:00:00Z'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z'],
])('a day of %s begins at %s', (zone, start, next) => {
  process.env.TZ = zone
  expect([startOfDay('2026-11-21'), startOfDay('2026-11-21', 1)]).toEqual([start, next])
  expect(dayOf(new Date(start))).toBe('2026-11-21')
  expect(dayOf(new Date(Date.parse(next) - 1))).toBe('2026-11-21')
})

test('a day is as long as the change of the clocks makes it', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect([startOfDay('2026-11-01'), startOfDay('2026-11-01', 1)]).toEqual([
    '2026-11-01T07:00:00Z',
    '2026-11-02T08:00:00Z',
  ])
})
