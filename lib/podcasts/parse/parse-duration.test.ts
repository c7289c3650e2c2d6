import { expect, test } from 'vitest'
import { parseDuration } from './parse-duration'

test.each([
  ['1:02:03', 3723],
  ['01:02:03', 3723],
  ['100:00:00', 360_000],
  ['2:03', 123],
  ['00:09', 9],
  ['90:00', 5400],
  ['99', 99],
  [' 99 ', 99],
  ['9999.99', 9999.99],
  ['1:02:03.5', 3723.5],
  ['604800', 604_800],
  ['604801', null],
  ['3600000', null],
  ['0', null],
  ['00:00:00', null],
  ['', null],
  [undefined, null],
  ['-5', null],
  ['1e3', null],
  ['0x10', null],
  ['Infinity', null],
  ['1:2:3:4', null],
  [':30', null],
  ['1:', null],
  ['1,5', null],
  ['PT1H', null],
  ['about an hour', null],
  ['١٢', null],
])('%s', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})
