import { expect, test } from 'vitest'
import { retryDelaySeconds } from './retry-delay'

const HOUR_MS = 3_600_000

function pause(status: number, retryAfter: string | null, attempt = 0, untilMs: number | null = null): number | null {
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter })
  return retryDelaySeconds({ status, headers }, attempt, { untilMs })
}

test('a refused call waits as the server says', () => {
  expect([pause(429, '7'), pause(503, '1')]).toEqual([7, 1])
})

test('other answers, and those that do not say how long, are not repeated', () => {
  expect([pause(200, '1'), pause(500, '1'), pause(429, null), pause(503, 'soon')]).toEqual(Array(4).fill(null))
})

test('without --timeout there is patience for three short waits', () => {
  expect([pause(429, '30', 2), pause(429, '30', 3), pause(503, '31')]).toEqual([30, null, null])
})

test('with --timeout there is patience for as long as it lasts', () => {
  expect([pause(503, '300', 9, Date.now() + HOUR_MS), pause(503, '3600', 0, Date.now() + HOUR_MS)]).toEqual([300, null])
})
