import { afterAll, expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { useDatabase } from '@/test/database'
import { keepTranscript } from '@/test/keep-transcript'
import type { OriginAnswer } from '@/test/origin/answer-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { readThumbnail } from './read-thumbnail'

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

async function entryWith(thumbnailUrl: string | null) {
  const { userId } = await createUser({ email: `${newId()}@verbatim.test`, tier: 'pro' })
  const { entryId, mediaId } = await keepTranscript(userId, { videoId: newId() })
  await db().media.update({ where: { id: mediaId }, data: { thumbnailUrl } })
  return { actor: { kind: 'api_key' as const, userId, tier: 'pro' as const }, entryId }
}

test('the picture is told by its bytes, whatever it is called', async () => {
  const { actor, entryId } = await entryWith('https://images.example/jpeg')
  expect(await readThumbnail(actor, entryId)).toEqual({ type: 'image/jpeg', bytes: JPEG })
})

test.each(['/svg', '/large', '/inside', '/gone', '/nothing'])('%s is none', async (path) => {
  const { actor, entryId } = await entryWith(`https://images.example${path}`)
  expect(await readThumbnail(actor, entryId)).toBeNull()
})

test('nothing is fetched inside, for another’s entry, or where there is none', async () => {
  const { actor, entryId } = await entryWith('https://images.example/jpeg')
  const { actor: other, entryId: bare } = await entryWith(null)
  const { actor: third, entryId: inside } = await entryWith('http://169.254.169.254/latest/meta-data')
  asked.length = 0
  expect(await readThumbnail(other, entryId)).toBeNull()
  expect(await readThumbnail(other, bare)).toBeNull()
  expect(await readThumbnail(third, inside)).toBeNull()
  expect(await readThumbnail(actor, 'nonsense')).toBeNull()
  expect(asked).toEqual([])
})
