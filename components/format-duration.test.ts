import { expect, test } from 'vitest'
import { formatDuration } from './format-duration'

test.each([
  [0, '0 s'],
  [11, '11 s'],
  [119.2, '120 s'],
  [120, '2 min'],
  [3570, '1 h'],
  [3900, '1 h 5 min'],
  [36_000, '10 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
