import { expect, test } from 'vitest'
import { type Observed, stateNow, stateOfHour } from './platform-state'

const lookUps = (requests: number, answered: number, medianMs: number | null = 800): Observed => ({
  requests,
  answered,
  medianMs,
})
const downloads = (requests: number, answered: number): Observed => ({ requests, answered, medianMs: null })
const none = downloads(0, 0)

test('a platform fails when fewer than half of at least five look-ups were answered', () => {
  expect(stateNow([lookUps(5, 2), none])).toBe('failing')
  expect(stateNow([lookUps(6, 3), none])).toBe('working')
  expect(stateNow([lookUps(100, 49), none])).toBe('failing')
})

test('fewer than five requests that failed say nothing', () => {
  expect(stateNow([lookUps(4, 0), none])).toBe('quiet')
  expect(stateNow([none, none])).toBe('quiet')
  expect(stateNow([lookUps(4, 1), none])).toBe('working')
})

test("a platform fails when its sound can't be downloaded, though look-ups are answered", () => {
  expect(stateNow([lookUps(50, 50), downloads(5, 0)])).toBe('failing')
  expect(stateNow([lookUps(50, 50), downloads(4, 0)])).toBe('working')
})

test('a platform is slow when half of at least five look-ups took more than five seconds', () => {
  expect(stateNow([lookUps(5, 5, 5_001), none])).toBe('slow')
  expect(stateNow([lookUps(5, 5, 5_000), none])).toBe('working')
  expect(stateNow([lookUps(4, 4, 9_000), none])).toBe('working')
  expect(stateNow([lookUps(5, 2, 9_000), none])).toBe('failing')
})

test('one request is enough for an hour that is shown', () => {
  expect(stateOfHour([lookUps(1, 0), none])).toBe('failing')
  expect(stateOfHour([lookUps(1, 1), none])).toBe('working')
  expect(stateOfHour([none, none])).toBe('quiet')
})
