import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withIdleTimeout } from './with-idle-timeout'

const LIMIT_MS = 30_000
const MIB = 1024 * 1024

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a file whose chunks each arrive in time arrives whole', async () => {
  const body = new PassThrough()
  const passed = withIdleTimeout(body, LIMIT_MS)
  for (const chunk of ['one ', 'two ', 'three']) {
    body.write(chunk)
    await once(passed, 'readable')
    vi.advanceTimersByTime(LIMIT_MS - 1)
  }
  body.end()
  expect(await text(passed)).toBe('one two three')
})

test('a file whose next byte does not come in time is broken off, and its connection with it', async () => {
  const body = new PassThrough()
  const chunks = withIdleTimeout(body, LIMIT_MS)[Symbol.asyncIterator]()
  body.write('half of ')
  expect(String((await chunks.next()).value)).toBe('half of ')
  const rest = chunks.next()
  vi.advanceTimersByTime(LIMIT_MS)
  await expect(rest).rejects.toThrow('silent')
  expect(body.destroyed).toBe(true)
})

test('a slow reader still gets the whole file', async () => {
  const body = new PassThrough()
  const passed = withIdleTimeout(body, LIMIT_MS)
  body.end(Buffer.alloc(4 * MIB))
  await vi.waitUntil(() => body.isPaused(), { timeout: 30_000 })
  vi.advanceTimersByTime(10 * LIMIT_MS)
  expect((await buffer(passed)).byteLength).toBe(4 * MIB)
})

test('a reader that goes away closes the connection', async () => {
  const body = new PassThrough()
  const passed = withIdleTimeout(body, LIMIT_MS)
  passed.destroy()
  await vi.waitUntil(() => body.closed, { timeout: 30_000 })
  expect(vi.getTimerCount()).toBe(0)
})
