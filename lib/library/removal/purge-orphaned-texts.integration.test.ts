import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { saveMedia } from '@/lib/archive/media/save-media'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { newUser, upload, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { purgeOrphanedTexts } from './purge-orphaned-texts'

const service = await useService()

/** Five minutes later, when no caller can still be about to use a text found now. */
const later = () => new Date(Date.now() + 5 * 60_000)

/** The leftovers of a process that died just after a library item was removed. */
const removeRow = (id: string) => db().libraryItem.delete({ where: { id } })

test('a text left behind by a process that died while removing its item is purged, with its media', async () => {
  const user = await newUser()
  const { libraryItemId, transcriptId, mediaId } = await storeTestTranscript(user.userId, {
    videoId: 'left',
    title: 'A secret',
  })
  await removeRow(libraryItemId)
  expect(await purgeOrphanedTexts()).toBe(0)
  expect(await db().transcript.count({ where: { id: transcriptId } })).toBe(1)
  expect(await purgeOrphanedTexts(later())).toBe(1)
  expect(await db().transcript.count({ where: { id: transcriptId } })).toBe(0)
  expect(await db().media.count({ where: { id: mediaId } })).toBe(0)
  expect(await purgeOrphanedTexts(later())).toBe(0)
})

test('an upload is swept with its file', async () => {
  const user = await newUser()
  const object = await upload(service, user.apiKey, 'left.mp4', await readFile('public/samples/captioned.mp4'))
  const made = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { upload: object } })
  const files = async () => (await readdir(path.join(service.dataDir, 'files'), { recursive: true })).length
  const before = await files()
  await removeRow((made.body as Transcript).id)
  await purgeOrphanedTexts(later())
  expect(before - (await files())).toBe(1)
  expect(await db().media.count({ where: { ownerId: user.userId } })).toBe(0)
  expect(await db().upload.count({ where: { userId: user.userId } })).toBe(0)
})

test('a text that another user has stays, and so does one that the user has requested again', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const shared = { videoId: 'shared', title: 'Shared' }
  const mine = await storeTestTranscript(user.userId, shared)
  await storeTestTranscript(other.userId, shared)
  await removeRow(mine.libraryItemId)
  await purgeOrphanedTexts(later())
  expect(await db().transcript.count({ where: { id: mine.transcriptId } })).toBe(1)
  expect((await db().media.findUniqueOrThrow({ where: { id: mine.mediaId } })).title).toBe('Shared')
  expect(await db().leftText.count()).toBe(0)
})

test('a recording that was paid for leaves only its id, until the account is deleted; requested again it is whole', async () => {
  const user = await newUser()
  const link = { videoId: 'paid', title: 'A title', url: 'https://www.youtube.com/watch?v=paid' }
  const { libraryItemId, mediaId } = await storeTestTranscript(user.userId, link)
  const charge = { userId: user.userId, mediaId, lang: 'en', seconds: 8, periodStart: new Date() }
  await db().usageCharge.create({ data: charge })
  const removed = await service.call('DELETE', `/v1/me/transcriptions/${libraryItemId}?permanently=true`, {
    key: user.apiKey,
  })
  expect(removed.status).toBe(204)
  await purgeOrphanedTexts(later())
  expect(await db().media.findUnique({ where: { id: mediaId } })).toMatchObject({
    url: '',
    title: null,
    videoId: 'paid',
  })
  const ref = { ...link, platform: 'youtube', accessKey: '', openUrl: null, ownerId: null } as const
  expect(await saveMedia(ref, { kind: 'video' })).toMatchObject({ id: mediaId, url: link.url, title: 'A title' })
  const account = { email: user.email }
  expect((await service.call('DELETE', '/v1/me', { key: user.apiKey, body: account })).status).toBe(200)
  await purgeOrphanedTexts(later())
  expect(await db().media.count({ where: { id: mediaId } })).toBe(0)
})
