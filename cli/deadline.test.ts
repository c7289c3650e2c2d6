import { expect, test } from 'vitest'
import { parseStretch } from './deadline'

test('a stretch of time is read as people write it', () => {
  expect(['90', '90s', '10m', '2h'].map(parseStretch)).toEqual([90, 90, 600, 7200])
})

test.each(['0', '-1', '1.5h', 'soon', '25h', '1d', ''])('"%s" is none', (text) => {
  expect(() => parseStretch(text)).toThrow('Write it like 90s, 10m or 2h')
})
