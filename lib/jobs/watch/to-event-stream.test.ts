import { expect, test } from 'vitest'
import { versionOf } from '@/lib/core/http/revalidation'
import type { Job } from '../contract'
import { toEventStream } from './to-event-stream'

const job = (progress: number) => ({ job_id: 'j', progress }) as Job

const requestOf = (signal = new AbortController().signal, headers: Record<string, string> = {}) =>
  new Request('http://verbatim.test', { signal, headers })

/** Yields two jobs, then waits for the signal; `seen.released` shows whether the iteration ended. */
function watcher() {
  const seen = { released: false }
  async function* watch(signal: AbortSignal): AsyncGenerator<Job> {
    try {
      yield job(0.1)
      yield job(0.2)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    } finally {
      seen.released = true
    }
  }
  return { seen, watch }
}

test('jobs come as events, and the stream ends with the last', async () => {
  async function* watch(): AsyncGenerator<Job> {
    yield job(0.5)
    yield job(1)
  }
  const response = toEventStream(watch, requestOf())
  const [first, second] = [0.5, 1].map(
    (progress) => `event: job\nid: ${versionOf(job(progress))}\ndata: ${JSON.stringify(job(progress))}\n\n`,
  )
  expect(await response.text()).toBe(`${first}${second}`)
})

test('for a client that has disconnected already nothing is watched', async () => {
  let isWatched = false
  async function* watch(): AsyncGenerator<Job> {
    isWatched = true
    yield job(0.5)
  }
  const gone = new AbortController()
  gone.abort()
  expect([await toEventStream(watch, requestOf(gone.signal)).text(), isWatched]).toEqual(['', false])
})

test.each(['before it has read', 'while nothing happens'])('a client that goes %s lets the watch go', async (when) => {
  const { seen, watch } = watcher()
  const reader = toEventStream(watch, requestOf()).body?.getReader()
  await reader?.read()
  if (when === 'while nothing happens') await reader?.read()
  await reader?.cancel()
  expect(seen.released).toBe(true)
})

test('an aborted request lets the watch go', async () => {
  const { seen, watch } = watcher()
  const request = new AbortController()
  const reader = toEventStream(watch, requestOf(request.signal)).body?.getReader()
  await reader?.read()
  request.abort()
  await expect.poll(() => seen.released).toBe(true)
})

test('an error of the watch breaks the stream off', async () => {
  async function* watch(): AsyncGenerator<Job> {
    yield job(0.1)
    throw new Error('gone')
  }
  await expect(toEventStream(watch, requestOf()).text()).rejects.toThrow('gone')
})

test('a client that reconnects gets what came after the event that it has', async () => {
  async function* watch(): AsyncGenerator<Job> {
    yield job(0.5)
    yield job(1)
  }
  const request = requestOf(undefined, { 'last-event-id': versionOf(job(0.5)) })
  const text = await toEventStream(watch, request).text()
  expect([text.includes('"progress":0.5'), text.includes('"progress":1}')]).toEqual([false, true])
})
