import { afterAll, expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { storeTestTranscript } from '@/test/store-transcript'
import { fetchThumbnail } from './fetch-thumbnail'

await useDatabase()
const JPEG = Buffer.from('\xff\xd8\xff\xe0 a picture', 'latin1')
const asked: string[] = []
const ANSWERS: Record<string, OriginAnswer> = {
  '/jpeg': { headers: { 'content-type': 'text/html' }, body: JPEG },
  '/svg': {
    headers: { 'content-type': 'image/png' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  },
  '/large': { headers: { 'content-type': 'image/jpeg' }, body: Buffer.concat([JPEG, Buffer.alloc(3_000_001)]) },
  '/inside': { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
  '/gone': { status: 404, headers: { 'content-type': 'image/jpeg' }, body: JPEG },
}
const origin = await startOrigin([
  ({ host, path }) => {
    asked.push(path)
    return host === 'images.example' ? ANSWERS[path] : undefined
  },
])
trustOrigin(origin)
afterAll(() => origin.close())

async function libraryItemWith(thumbnailUrl: string | null) {
  const { userId } = await createUser({ email: `${newId()}@verbatim.test`, tier: 'pro' })
  const { libraryItemId, mediaId } = await storeTestTranscript(userId, { videoId: newId() })
  await db().media.update({ where: { id: mediaId }, data: { thumbnailUrl } })
  return { actor: { kind: 'api_key' as const, userId, tier: 'pro' as const }, libraryItemId }
}

test('the type of a picture follows from its bytes, not from its declared type', async () => {
  const { actor, libraryItemId } = await libraryItemWith('https://images.example/jpeg')
  expect(await fetchThumbnail(actor, libraryItemId)).toEqual({ type: 'image/jpeg', bytes: JPEG })
})

test.each(['/svg', '/large', '/inside', '/gone', '/nothing'])('%s is none', async (path) => {
  const { actor, libraryItemId } = await libraryItemWith(`https://images.example${path}`)
  expect(await fetchThumbnail(actor, libraryItemId)).toBeNull()
})

test('no thumbnail is fetched from a private address, for another user’s item, or where there is none', async () => {
  const { actor, libraryItemId } = await libraryItemWith('https://images.example/jpeg')
  const { actor: other, libraryItemId: bare } = await libraryItemWith(null)
  const { actor: third, libraryItemId: inside } = await libraryItemWith('http://169.254.169.254/latest/meta-data')
  asked.length = 0
  expect(await fetchThumbnail(other, libraryItemId)).toBeNull()
  expect(await fetchThumbnail(other, bare)).toBeNull()
  expect(await fetchThumbnail(third, inside)).toBeNull()
  expect(await fetchThumbnail(actor, 'nonsense')).toBeNull()
  expect(asked).toEqual([])
})
