import { expect, test } from 'vitest'
import { timeLeft } from './time-left'

const start = { atMs: 1000, progress: 0.1 }

test('nothing is said before it can be told', () => {
  expect(timeLeft(start, { atMs: 5900, progress: 0.9 })).toBeNull()
  expect(timeLeft(start, { atMs: 60_000, progress: 0.12 })).toBeNull()
  expect(timeLeft(start, { atMs: 60_000, progress: 1 })).toBeNull()
})

test('the rate so far goes on', () => {
  expect(timeLeft(start, { atMs: 61_000, progress: 0.4 })).toBe('about 2 min left')
  expect(timeLeft(start, { atMs: 61_000, progress: 0.11 + 0.04 })).toBe('about 17 min left')
  expect(timeLeft(start, { atMs: 61_000, progress: 0.9 })).toBe('less than a minute left')
})
