import { expect, test } from 'vitest'
import { nextRate } from './rates'

test('a step leads to the next offered speed, and stays at the fastest and the slowest', () => {
  expect([nextRate(1, 1), nextRate(1, -1), nextRate(2, 1), nextRate(0.5, -1)]).toEqual([1.25, 0.75, 2, 0.5])
})

test('a speed that is not offered leads to its neighbours', () => {
  expect([nextRate(1.1, 1), nextRate(1.1, -1)]).toEqual([1.25, 1])
})
