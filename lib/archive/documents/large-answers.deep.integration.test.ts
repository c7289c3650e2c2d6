import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'

await useService()

/** Over a mebibyte of text. */
const LINES = Array.from({ length: 9_000 }, (_, at) => `${at} ${'and nobody was at home then '.repeat(5)}`)
/** The number of documents that are sent to one user at a time. */
const PLACES = 4

async function keepLarge() {
  const user = await newUser()
  const { libraryItemId } = await storeTestTranscript(user.userId, { videoId: `large${user.userId}`, lines: LINES })
  /** As a bare document: JSON is read by what compares each answer of a test with the API's description. */
  const ask = async (format = 'srt'): Promise<Response> =>
    api().request(`http://localhost:3000/v1/me/transcriptions/${libraryItemId}?format=${format}`, {
      headers: { authorization: `Bearer ${user.apiKey}`, accept: 'application/x-subrip' },
    })
  return { ask }
}

const IN_TIME = { timeout: 40_000 }

test('four of many clients that request a large text without reading get a response at a time, and other requests do not wait', async () => {
  const { ask } = await keepLarge()
  const open = new Set<Response>()
  let most = 0
  let finished = 0
  const asking = Array.from({ length: 12 }, async () => {
    const response = await ask()
    finished += 1
    // A request that has waited too long gets a retryable error.
    if (response.status !== 200) return response.status
    open.add(response)
    most = Math.max(most, open.size)
    return 200
  })
  await expect.poll(() => open.size, IN_TIME).toBe(PLACES)
  const other = await keepLarge()
  expect(await (await other.ask()).text()).toContain('8999 and nobody')
  while (finished < asking.length || open.size > 0) {
    for (const response of open) {
      open.delete(response)
      await response.body?.cancel()
    }
    await nextTurn()
  }
  expect(most).toBe(PLACES)
  for (const status of await Promise.all(asking)) expect([200, 429]).toContain(status)
})

test('a fifth large answer waits until one of four is sent', async () => {
  const { ask } = await keepLarge()
  const unread = await Promise.all(Array.from({ length: PLACES }, () => ask()))
  expect(unread.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  let hasAnswer = false
  const fifth = ask().then((response) => {
    hasAnswer = true
    return response
  })
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(hasAnswer).toBe(false)
  await unread[0]?.body?.cancel()
  expect((await fifth).status).toBe(200)
})

test('a large response that is read to its end releases its slot', async () => {
  const { ask } = await keepLarge()
  for (let n = 0; n < 2 * PLACES; n++) {
    const response = await ask('json')
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBe(Number(response.headers.get('content-length')))
    expect(JSON.parse(text).segments).toHaveLength(LINES.length)
  }
})
