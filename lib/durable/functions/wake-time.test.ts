import { expect, test } from 'vitest'
import { wakeTime } from './wake-time'

const now = Date.parse('2026-01-01T00:00:00Z')

test.each([
  ['2s', '2026-01-01T00:00:02.000Z'],
  ['1d2h3m4s', '2026-01-02T02:03:04.000Z'],
  ['2w', '2026-01-15T00:00:00.000Z'],
  ['', '2026-01-01T00:00:00.000Z'],
  ['2027-05-06T07:08:09.010Z', '2027-05-06T07:08:09.010Z'],
])('%s is due at %s', (text, due) => {
  expect(wakeTime(text, now).toISOString()).toBe(due)
})

test.each(['soon', '2 s', '2x', '2027-99-01'])('%s is refused', (text) => {
  expect(() => wakeTime(text, now)).toThrow('neither an instant nor a duration')
})
