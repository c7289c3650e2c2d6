import { expect, test } from 'vitest'
import { BODY_RULES } from './body-rules'
import { readRequestBody } from './read-request-body'

function sent(body: ReadableStream<Uint8Array> | string): Request {
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a body is read whole', async () => {
  expect(new TextDecoder().decode((await readRequestBody(sent('{"a":1}'), 'json')) ?? undefined)).toBe('{"a":1}')
  expect(await readRequestBody(sent(''), 'json')).toBeNull()
})

test('a body that does not end is aborted, and its sender gets a response', async () => {
  let letGo: unknown
  const trickle = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
    cancel: (reason) => {
      letGo = reason
    },
  })
  await expect(readRequestBody(sent(trickle), 'json', { ...BODY_RULES.json, limitMs: 20 })).rejects.toMatchObject({
    code: 'body_too_slow',
    status: 408,
  })
  expect(letGo).toMatchObject({ code: 'body_too_slow' })
})

test('a body that grows too large is let go before it ends', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(40_000)) })
  await expect(readRequestBody(sent(endless), 'json')).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
})
