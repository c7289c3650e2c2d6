import { expect, test } from 'vitest'
import { retryAfterSeconds } from './retry-after'

test.each([
  ['17', 17],
  [' 17 ', 17],
  ['0', 1],
  ['999999999', 86_400],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 1],
  ['soon', null],
  ['', null],
  [null, null],
])('%s is %s', (value, seconds) => {
  expect(retryAfterSeconds(value)).toBe(seconds)
})

test('a date is as many seconds away as it is', () => {
  const seconds = retryAfterSeconds(new Date(Date.now() + 600_000).toUTCString())
  expect(seconds).toBeGreaterThan(590)
  expect(seconds).toBeLessThanOrEqual(600)
})
