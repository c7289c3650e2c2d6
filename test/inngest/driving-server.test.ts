import { afterAll, expect, test } from 'vitest'
import { startDrivingServer } from '@/lib/durable/testing/driving-server'
import { readBehaviour, withoutTimes } from '@/lib/durable/testing/server-behaviour'
import { observeBehaviour } from './observe-behaviour'

const keys = { eventKey: 'event-key', signingKey: '5f0c7a6e2b8d4913a7c1e95d3f60b824'.repeat(2) }
const server = await startDrivingServer(keys, { secondMs: 1 })
server.begin()
afterAll(() => server.stop())

test('the server that tests are driven by goes about failing calls, early events and wrong keys as a real one', async () => {
  const { version, date, ...recorded } = await readBehaviour()
  expect([version, date]).toEqual([expect.stringMatching(/^v1\./), expect.stringMatching(/^2026-/)])
  expect(withoutTimes(await observeBehaviour(server.url, keys))).toEqual(withoutTimes(recorded))
  expect(server.errors).toEqual([])
})
