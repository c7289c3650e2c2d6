import { expect, test } from 'vitest'
import { beginsInQuote, formatTimeRange, parseSeconds, parseTimeRange } from './time-range'

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

test.each([
  ['63', { start: 63, end: null }],
  ['12.3-18.9', { start: 12.3, end: 18.9 }],
  ['1:03-1m20s', { start: 63, end: 80 }],
])('%s is a time or a stretch', (value, range) => {
  expect(parseTimeRange(value)).toEqual(range)
})

test.each([undefined, '', '12-', '-12', '18-12', '12-12', '1-2-3', 'a-b'])('%s is neither', (value) => {
  expect(parseTimeRange(value)).toBeNull()
})

test('a line belongs to a quote if it begins in it, but for rounding', () => {
  const quote = { start: 12.3, end: 18.9 }
  expect([12.1, 12.2, 18.7, 18.8].map((start) => beginsInQuote(start, quote))).toEqual([false, true, true, false])
  expect(beginsInQuote(12.3, { start: 12.3, end: null })).toBe(false)
})

test('a stretch is written as links have it', () => {
  expect(formatTimeRange({ start: 12.34, end: 19 })).toBe('12.3-19')
  expect(formatTimeRange({ start: 12, end: null })).toBeNull()
})
