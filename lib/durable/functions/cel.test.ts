import { expect, test } from 'vitest'
import { celHolds, celValue } from './cel'

const event = { data: { n: 9, user: { id: 'u1' }, tags: ['a', 'b'], none: null } }

test.each([
  ['event.data.n > 5', true],
  ['event.data.n == 9', true],
  ['event.data.user.id == "u2"', false],
  ['"a" in event.data.tags', true],
  ['event.data.missing == "x"', false],
  ['event.data.missing != "x"', true],
  ['event.data.missing == null', true],
  ['event.data.missing.deeper == 1', false],
  ['async.data.id == 1', false],
])('%s is %s', (expression, holds) => {
  expect(celHolds(expression, { event })).toBe(holds)
})

test('no condition always holds', () => {
  expect(celHolds(null, {})).toBe(true)
})

test('a value can be computed', () => {
  expect(celValue('event.data.user.id + "-x"', { event })).toBe('u1-x')
})
