import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { patientResponse } from './patient-response'

const HEADERS = { 'content-type': 'application/json' }
const AT_ONCE = { graceMs: 0, everyMs: 1 }
const LONG = { graceMs: 60_000, everyMs: 60_000 }

/** Work that runs until the test ends it. */
function startWork() {
  let finish: (response: Response) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const work = new Promise<Response>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  return { work, finish, fail }
}

test('work that ends soon gives its own response and its own error', async () => {
  const response = await patientResponse(Promise.resolve(new Response('{}', { status: 201 })), HEADERS, LONG)
  expect([response.status, await response.text()]).toEqual([201, '{}'])
  await expect(patientResponse(Promise.reject(new Error('refused')), HEADERS, LONG)).rejects.toThrow('refused')
})

test('a long wait is filled with spaces, and the whole is valid JSON', async () => {
  const { work, finish } = startWork()
  const response = await patientResponse(work, HEADERS, AT_ONCE)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = decoder.decode((await reader.read()).value)
  expect(text).toBe(' ')
  while (text.length < 3) text += decoder.decode((await reader.read()).value)
  finish(new Response('{"text":"Hello"}'))
  for (let next = await reader.read(); !next.done; next = await reader.read()) text += decoder.decode(next.value)
  expect(text).toMatch(/^ {3,}\{"text":"Hello"\}$/)
  expect(JSON.parse(text)).toEqual({ text: 'Hello' })
})

test('a failure after the first space breaks the response off', async () => {
  const { work, fail } = startWork()
  const response = await patientResponse(work, HEADERS, AT_ONCE)
  fail(new Error('the engine failed'))
  await expect(response.text()).rejects.toThrow('the engine failed')
})

test('a failure after the first space closes the connection, so that no client takes the spaces for a response', async () => {
  const { work, fail } = startWork()
  const { url, stop } = await listenOnLoopback(getRequestListener(() => patientResponse(work, HEADERS, AT_ONCE)))
  onTestFinished(stop)
  const response = await fetch(url)
  expect(response.status).toBe(200)
  const body = response.json().catch((error: unknown) => error)
  fail(new Error('the engine failed'))
  expect(await body).toBeInstanceOf(TypeError)
})

test('a reader who leaves ends the spaces', async () => {
  const { work, finish } = startWork()
  const response = await patientResponse(work, HEADERS, AT_ONCE)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await reader.cancel()
  finish(new Response('{}'))
  expect((await reader.read()).done).toBe(true)
})
