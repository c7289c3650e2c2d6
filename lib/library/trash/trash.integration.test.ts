import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import type { Published } from '@/lib/publishing/contract'
import { ended, newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import type { Transcription, TranscriptionList } from '../contract'
import { purgeOrphanedTexts } from '../removal/purge-orphaned-texts'
import type { TrashList } from './contract'
import { purgeTrash } from './purge-trash'

const service = await useService()
const user = await newUser()
const { apiKey: key } = user
const DAY_MS = 86_400_000
let made = 0

const videoId = () => `trash-${String(made).padStart(5, '0')}`

async function store(title: string, userId = user.userId) {
  made += 1
  const { libraryItemId } = await storeTestTranscript(userId, { videoId: videoId(), title, lines: [`${title}.`] })
  return libraryItemId
}

const call = (method: string, path: string, body?: unknown, by = key) =>
  service.call(method, `/v1/me/${path}`, { key: by, ...(body === undefined ? {} : { body }) })
const trash = async (by = key) => (await call('GET', 'trash?limit=100', undefined, by)).body as TrashList
const found = async (query: string) => (await call('GET', `transcriptions?${query}`)).body as TranscriptionList
/** Five minutes later, when no caller can still be about to use a text found now. */
const purgeTexts = () => purgeOrphanedTexts(new Date(Date.now() + 5 * 60_000))

test('no read finds a deleted transcript, and restoring brings it back with title, tags and public page', async () => {
  const id = await store('Marmalade recipes')
  await call('PATCH', `transcriptions/${id}`, { title: 'Oranges', tags: ['Kitchen'] })
  const { slug } = (await call('POST', `transcriptions/${id}/publish`)).body as Published
  const before = (await found('search=oranges')).transcriptions

  expect(await call('DELETE', `transcriptions/${id}`)).toMatchObject({ status: 204, text: '' })
  for (const path of [`transcriptions/${id}`, `transcriptions/${id}?format=srt`]) {
    expect((await call('GET', path)).status).toBe(404)
  }
  for (const query of ['search=oranges', 'search=marmalade', 'tag=kitchen', `q=${videoId()}`]) {
    expect((await found(query)).total).toBe(0)
  }
  expect((await found('limit=100')).transcriptions.map((one) => one.id)).not.toContain(id)
  expect((await service.call('GET', `/v1/public/${slug}`)).status).toBe(404)
  expect((await call('GET', 'tags')).body).toEqual({ tags: [] })
  expect((await call('POST', `transcriptions/${id}/publish`)).status).toBe(404)
  expect((await call('DELETE', `transcriptions/${id}`)).status).toBe(404)
  expect(await trash()).toMatchObject({
    total: 1,
    transcriptions: [{ id, title: 'Oranges', tags: ['Kitchen'], slug, lang: 'en', duration_seconds: 4 }],
  })
  const [entry] = (await trash()).transcriptions
  const days = (Date.parse(entry?.deleted_permanently_at ?? '') - Date.parse(entry?.deleted_at ?? '')) / DAY_MS
  expect(days).toBe(30)

  // Unused texts are purged, but a transcript in the trash still uses its text.
  await purgeTexts()
  const restored = await call('POST', `transcriptions/${id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { id, title: 'Oranges', tags: ['Kitchen'], slug } })
  expect((await found('search=oranges')).transcriptions).toEqual(before)
  expect((await service.call('GET', `/v1/public/${slug}`)).body).toMatchObject({ title: 'Oranges' })
  expect((await trash()).total).toBe(0)
  expect((await call('POST', `transcriptions/${id}/restore`)).status).toBe(404)
})

test('the counts of the list are right after deleting and restoring', async () => {
  const own = await newUser()
  const [first, second] = [await store('One', own.userId), await store('Two', own.userId)]
  const totals = async () => {
    const { body } = await call('GET', 'transcriptions?state=done&platform=youtube', undefined, own.apiKey)
    return (body as TranscriptionList).total
  }
  await call('DELETE', `transcriptions/${first}`, undefined, own.apiKey)
  expect(await totals()).toBe(1)
  await call('POST', `transcriptions/${first}/restore`, undefined, own.apiKey)
  expect(await totals()).toBe(2)
  await call('DELETE', `transcriptions/${second}?permanently=true`, undefined, own.apiKey)
  expect(await totals()).toBe(1)
})

test('an upload in the trash is not served, keeps its room, and is served again once it is restored', async () => {
  const own = await newUser()
  const object = await upload(service, own.apiKey, 'talk.mp4', await readFile('public/samples/captioned.mp4'))
  const [, uploadId] = object.split('/')
  const ask = () => service.call('POST', '/v1/transcript', { key: own.apiKey, body: { upload: object } })
  const { id } = (await ask()).body as Transcript
  const file = () => service.call('GET', `/v1/uploads/${uploadId}`, { key: own.apiKey })
  expect((await file()).status).toBe(200)
  await call('DELETE', `transcriptions/${id}`, undefined, own.apiKey)
  expect([(await file()).status, (await ask()).status]).toEqual([404, 404])
  const stored = await db().upload.findUniqueOrThrow({ where: { id: uploadId ?? '' } })
  expect([stored.state, Number(stored.sizeBytes)]).toEqual(['stored', expect.any(Number)])
  await purgeTexts()
  await call('POST', `transcriptions/${id}/restore`, undefined, own.apiKey)
  expect((await file()).status).toBe(200)
  expect((await ask()).body).toMatchObject({ id, cached: true })

  await call('DELETE', `transcriptions/${id}`, undefined, own.apiKey)
  expect((await call('DELETE', `transcriptions/${id}?permanently=true`, undefined, own.apiKey)).status).toBe(204)
  expect(await db().upload.count({ where: { userId: own.userId } })).toBe(0)
  expect(await db().media.count({ where: { ownerId: own.userId } })).toBe(0)
})

test('the job of a deleted transcript is not found until the transcript is restored', { tags: 'deep' }, async () => {
  const own = await newUser()
  const object = await upload(service, own.apiKey, 'jfk.wav', await readFile('test/fixtures/audio/jfk.wav'))
  const begun = await service.call('POST', '/v1/transcript', { key: own.apiKey, body: { upload: object } })
  const { job_id } = begun.body as { job_id: string }
  const { transcript } = await ended(service, own.apiKey, job_id)
  const job = () => service.call('GET', `/v1/jobs/${job_id}`, { key: own.apiKey })
  await call('DELETE', `transcriptions/${job_id}`, undefined, own.apiKey)
  expect((await job()).status).toBe(404)
  await call('POST', `transcriptions/${transcript?.id}/restore`, undefined, own.apiKey)
  expect((await job()).body).toMatchObject({ status: 'done', transcript: { id: transcript?.id } })
})

test('a transcript that was obtained again meanwhile becomes one with the restored one, and costs nothing', async () => {
  const id = await store('Twice')
  await call('PATCH', `transcriptions/${id}`, { title: 'Once', tags: ['a', 'b'] })
  const { slug } = (await call('POST', `transcriptions/${id}/publish`)).body as Published
  await call('DELETE', `transcriptions/${id}`)
  const body = { url: `https://www.youtube.com/watch?v=${videoId()}`, lang: 'en' }
  const again = (await service.call('POST', '/v1/transcript', { key, body })).body as Transcript
  expect(again.id).not.toBe(id)
  const used = async () =>
    (await db().usagePeriod.findMany({ where: { userId: user.userId } })).map((one) => one.usedSeconds)
  const before = await used()
  const restored = (await call('POST', `transcriptions/${id}/restore`)).body as Transcription
  expect(restored).toMatchObject({ id: again.id, title: 'Once', tags: ['a', 'b'], slug })
  expect(await used()).toEqual(before)
  expect((await call('GET', `transcriptions/${id}`)).body).toMatchObject({ id: again.id })
})

test('a transcript that becomes one with the restored one keeps its tags, and takes over as many as there is room for', async () => {
  const id = await store('Crowded')
  await call('PATCH', `transcriptions/${id}`, { tags: ['over', 'above'] })
  await call('DELETE', `transcriptions/${id}`)
  const body = { url: `https://www.youtube.com/watch?v=${videoId()}`, lang: 'en' }
  const again = (await service.call('POST', '/v1/transcript', { key, body })).body as Transcript
  const kept = Array.from({ length: 19 }, (_, at) => `kept ${at}`)
  await call('PATCH', `transcriptions/${again.id}`, { tags: kept })
  const { tags } = (await call('POST', `transcriptions/${id}/restore`)).body as Transcription
  expect(tags).toHaveLength(20)
  expect(tags).toEqual(expect.arrayContaining(kept))
})

test('a library item that has been in the trash for 30 days is deleted with its text, and none that is newer there', async () => {
  const own = await newUser()
  const [old, young] = [await store('Old', own.userId), await store('Young', own.userId)]
  for (const id of [old, young]) await call('DELETE', `transcriptions/${id}`, undefined, own.apiKey)
  const transcriptOf = async (id: string) =>
    (await db().trashedItem.findUniqueOrThrow({ where: { id }, select: { transcriptId: true } })).transcriptId ?? ''
  const [oldText, youngText] = [await transcriptOf(old), await transcriptOf(young)]
  const now = Date.now()
  await db().trashedItem.update({ where: { id: old }, data: { trashedAt: new Date(now - 30 * DAY_MS - 1) } })
  await db().trashedItem.update({ where: { id: young }, data: { trashedAt: new Date(now - 30 * DAY_MS + 60_000) } })
  expect(await purgeTrash(new Date(now))).toBe(1)
  expect(await purgeTrash(new Date(now))).toBe(0)
  expect((await trash(own.apiKey)).transcriptions.map(({ id }) => id)).toEqual([young])
  expect(await db().transcript.count({ where: { id: oldText } })).toBe(0)
  expect(await db().transcript.count({ where: { id: youngText } })).toBe(1)
})

test('a purge that died after deleting rows is finished by the one for left texts', async () => {
  const own = await newUser()
  const id = await store('Half gone', own.userId)
  await call('DELETE', `transcriptions/${id}`, undefined, own.apiKey)
  const { transcriptId } = await db().trashedItem.delete({ where: { id } })
  await purgeTexts()
  expect(await db().transcript.count({ where: { id: transcriptId ?? '' } })).toBe(0)
})

test('emptying the trash deletes all of it and nothing of another user', async () => {
  const [own, other] = [await newUser(), await newUser()]
  for (const title of ['A', 'B'])
    await call('DELETE', `transcriptions/${await store(title, own.userId)}`, undefined, own.apiKey)
  const theirs = await store('Theirs', other.userId)
  await call('DELETE', `transcriptions/${theirs}`, undefined, other.apiKey)
  expect((await call('DELETE', 'trash', undefined, own.apiKey)).body).toEqual({ deleted: 2 })
  expect((await trash(own.apiKey)).total).toBe(0)
  expect((await trash(other.apiKey)).transcriptions.map(({ id }) => id)).toEqual([theirs])
  expect((await call('POST', `transcriptions/${theirs}/restore`, undefined, own.apiKey)).status).toBe(404)
  expect((await call('DELETE', `transcriptions/${theirs}?permanently=true`, undefined, own.apiKey)).status).toBe(404)
  expect((await trash(other.apiKey)).total).toBe(1)
})

test('an account that is deleted leaves nothing in the trash', async () => {
  const own = await newUser()
  const id = await store('Leaving', own.userId)
  await call('DELETE', `transcriptions/${id}`, undefined, own.apiKey)
  const { transcriptId } = await db().trashedItem.findUniqueOrThrow({ where: { id } })
  expect((await service.call('DELETE', '/v1/me', { key: own.apiKey, body: { email: own.email } })).status).toBe(200)
  expect(await db().trashedItem.count({ where: { id } })).toBe(0)
  expect(await db().transcript.count({ where: { id: transcriptId ?? '' } })).toBe(0)
})
