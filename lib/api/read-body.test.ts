import { expect, test } from 'vitest'
import { readBody } from './read-body'

function sent(body: ReadableStream<Uint8Array> | string): Request {
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a body is read whole', async () => {
  expect(new TextDecoder().decode((await readBody(sent('{"a":1}'))) ?? undefined)).toBe('{"a":1}')
  expect(await readBody(sent(''))).toBeNull()
})

test('a body that does not end is let go, and its sender told', async () => {
  let letGo: unknown
  const trickle = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array([123])),
    cancel: (reason) => {
      letGo = reason
    },
  })
  await expect(readBody(sent(trickle), 20)).rejects.toMatchObject({ code: 'body_too_slow', status: 408 })
  expect(letGo).toMatchObject({ code: 'body_too_slow' })
})

test('a body that grows too large is let go before it ends', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(40_000)) })
  await expect(readBody(sent(endless))).rejects.toMatchObject({ code: 'body_too_large', status: 413 })
})
