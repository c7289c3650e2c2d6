import { expect, test } from 'vitest'
import { parseSeconds } from './parse-seconds'

test.each([
  ['63', 63],
  ['63s', 63],
  ['1.5', 1.5],
  ['1:03', 63],
  ['1:02:03', 3723],
  ['1h2m3s', 3723],
  ['2m', 120],
  ['0', 0],
])('%s is %d s', (value, seconds) => {
  expect(parseSeconds(value)).toBe(seconds)
})

test.each([undefined, '', '-1', 'soon', '1:2:3:4', 'Infinity', '1e9'])('%s is no time', (value) => {
  expect(parseSeconds(value)).toBeNull()
})
