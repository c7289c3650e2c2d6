import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { untilStopped } from './until-stopped'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const never = new Promise<never>(() => undefined)

test('bytes come as they are sent, to their end', async () => {
  async function* body() {
    yield Buffer.from('one')
    yield Buffer.from('two')
  }
  const got: string[] = []
  for await (const chunk of untilStopped(body(), new AbortController().signal)) got.push(Buffer.from(chunk).toString())
  expect(got).toEqual(['one', 'two'])
})

test('a stop ends them while none come, with its reason', async () => {
  const stop = new AbortController()
  async function* body() {
    yield Buffer.from('one')
    await never
  }
  const bytes = untilStopped(body(), stop.signal)
  expect((await bytes.next()).done).toBe(false)
  const next = bytes.next()
  stop.abort(new Error('somebody else goes on'))
  await expect(next).rejects.toThrow('somebody else goes on')
})

test('an error of the connection is passed on', async () => {
  // biome-ignore lint/correctness/useYield: it breaks before anything has come.
  async function* body(): AsyncGenerator<Uint8Array> {
    throw new Error('broken')
  }
  await expect(untilStopped(body(), new AbortController().signal).next()).rejects.toThrow('broken')
})

test('bytes that have been taken are let go, however long the rest takes', async () => {
  const sent: WeakRef<Uint8Array>[] = []
  async function* body() {
    for (let chunk = 0; chunk < 50; chunk++) {
      const bytes = new Uint8Array(64 * 1024)
      sent.push(new WeakRef(bytes))
      yield bytes
    }
    await never
  }
  const bytes = untilStopped(body(), new AbortController().signal)
  for (let chunk = 0; chunk < 50; chunk++) await bytes.next()
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(sent.filter((each) => each.deref()).length).toBeLessThan(5)
})
