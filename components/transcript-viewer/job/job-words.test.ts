import { expect, test } from 'vitest'
import { shareOf, timeLeft } from './job-words'

test('no time left is shown before there is an estimate', () => {
  expect(timeLeft(null)).toBeNull()
})

test('the time left is shown in minutes', () => {
  expect(timeLeft(0)).toBe('less than a minute left')
  expect(timeLeft(61)).toBe('about 2 min left')
  expect(timeLeft(1_020)).toBe('about 17 min left')
})

test('a share is shown once there is an estimate and a part of the text', () => {
  expect(shareOf({ remaining_seconds: null, progress: 0.5 })).toBeNull()
  expect(shareOf({ remaining_seconds: 90, progress: 0.1 })).toBeNull()
  expect(shareOf({ remaining_seconds: 90, progress: 0.5 })).toBe(0.5)
})
