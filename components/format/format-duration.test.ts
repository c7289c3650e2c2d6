import { expect, test } from 'vitest'
import { formatDuration, formatLength, formatMinutes } from './format-duration'

test.each([
  [0, '0:00'],
  [11, '0:11'],
  [119.2, '2:00'],
  [120, '2 min'],
  [3570, '1 h'],
  [3900, '1 h 5 min'],
  [36_000, '10 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test.each([
  [0, '0:00'],
  [11, '0:11'],
  [119.6, '2:00'],
  [3723, '1:02:03'],
])('in a list %d seconds are %s', (seconds, clock) => {
  expect(formatLength(seconds)).toBe(clock)
})

test.each([
  [0, '0 min', '0 min'],
  [1, '1 min', '0 min'],
  [900, '15 min', '15 min'],
  [3_900, '1 h 5 min', '1 h 5 min'],
  [180_000, '50 h', '50 h'],
  [2_147_483_647, '596,523 h 15 min', '596,523 h 14 min'],
])('%d seconds used are %s, left %s', (seconds, used, left) => {
  expect([formatMinutes(seconds, 'up'), formatMinutes(seconds, 'down')]).toEqual([used, left])
})
