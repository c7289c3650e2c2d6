import { expect, test } from 'vitest'
import { backoffMs, SERVER_BACKOFF_MS } from './backoff'

test('the waits grow as on Inngest’s servers, and the last one repeats', () => {
  const waits = Array.from({ length: 12 }, (_, attempt) => backoffMs(SERVER_BACKOFF_MS, attempt) / 1000)
  expect(waits).toEqual([15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200, 7200, 7200])
})
