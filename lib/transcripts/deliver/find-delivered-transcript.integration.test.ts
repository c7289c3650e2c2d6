import { expect, test } from 'vitest'
import { saveLibraryItem } from '@/lib/archive/library-items/save-library-item'
import { saveMedia } from '@/lib/archive/media/save-media'
import { storeTranscript } from '@/lib/archive/transcripts/store-transcript'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { newUser } from '@/test/service'
import { findDeliveredTranscript } from './delivered-transcript-table'

await useDatabase()

const ref = {
  platform: 'youtube' as const,
  videoId: 'v',
  accessKey: '',
  url: 'https://www.youtube.com/watch?v=v',
  openUrl: null,
  ownerId: null,
  title: 'Title',
}

test('the prepared statement agrees with the Prisma schema and finds only the user’s own texts', async () => {
  const { userId } = await newUser()
  const actor: Actor = { kind: 'api_key', userId, tier: 'pro' }
  const media = await saveMedia(ref, { kind: 'video', author: 'A', publishedAt: new Date() })
  const transcript = await storeTranscript(db(), {
    mediaId: media.id,
    requestedLang: 'en',
    lang: 'en',
    source: 'captions',
    engine: { name: 'a', model: 'b' },
    availableLangs: ['en', 'de'],
    segments: [{ startMs: 0, endMs: 1000, text: 'Hello' }],
    coveredMs: 1000,
    totalMs: 2000,
    complete: true,
    warnings: [],
  })
  expect(await findDeliveredTranscript(actor, ref, 'en')).toBeNull()
  const libraryItem = await saveLibraryItem(
    db(),
    { userId, mediaId: media.id, requestedLang: 'en' },
    { transcriptId: transcript.id },
  )
  expect(await findDeliveredTranscript(actor, ref, 'en')).toEqual({
    libraryItemId: libraryItem.id,
    transcript: await db().transcript.findUniqueOrThrow({ where: { id: transcript.id } }),
    media: await db().media.findUniqueOrThrow({ where: { id: media.id } }),
  })
  const stranger: Actor = { ...actor, userId: (await newUser()).userId }
  expect(await findDeliveredTranscript(stranger, ref, 'en')).toBeNull()
  expect(await findDeliveredTranscript(actor, ref, 'de')).toBeNull()
  expect(await findDeliveredTranscript(actor, { ...ref, accessKey: 'another' }, 'en')).toBeNull()
})
