import { expect, test } from 'vitest'
import { startEventServer } from '../testing/event-server'
import { sendEvents } from './send-events'

const event = { id: 'e1', name: 'test/happened', body: { id: 'e1', name: 'test/happened', data: {}, ts: Date.now() } }
const server = await startEventServer()
const send = (eventKey: string) => sendEvents({ baseUrl: server.url, eventKey }, [event], new AbortController().signal)

test('an unknown event key is reported without printing the key', async () => {
  const sending = await send('secret-key')
  expect(sending).toEqual({
    kind: 'unavailable',
    reason: '401: Event key not found',
    retryAfterMs: null,
    keyRefused: true,
  })
})

test('an unreachable server is reported without printing the key or the address', async () => {
  await server.down()
  const sending = await send('secret-key')
  expect(sending).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(sending)).not.toContain('secret-key')
})
