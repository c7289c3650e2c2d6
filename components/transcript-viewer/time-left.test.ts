import { expect, test } from 'vitest'
import { timeLeft } from './time-left'

test('nothing is said before it can be told', () => {
  expect(timeLeft(null)).toBeNull()
})

test('what is left is told in minutes', () => {
  expect(timeLeft(0)).toBe('less than a minute left')
  expect(timeLeft(61)).toBe('about 2 min left')
  expect(timeLeft(1_020)).toBe('about 17 min left')
})
