import { expect, test } from 'vitest'
import { saveEntry } from '@/lib/archive/save-entry'
import { saveMedia } from '@/lib/archive/save-media'
import { storeTranscript } from '@/lib/archive/store-transcript'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { useDatabase } from '@/test/database'
import { newUser } from '@/test/service'
import { findHandedOut } from './find-handed-out'

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

test('the prepared statement tells what the schema tells, to who has had the text and nobody else', async () => {
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
  expect(await findHandedOut(actor, ref, 'en')).toBeNull()
  const entry = await saveEntry(
    db(),
    { userId, mediaId: media.id, requestedLang: 'en' },
    { transcriptId: transcript.id },
  )
  expect(await findHandedOut(actor, ref, 'en')).toEqual({
    entryId: entry.id,
    transcript: await db().transcript.findUniqueOrThrow({ where: { id: transcript.id } }),
    media: await db().media.findUniqueOrThrow({ where: { id: media.id } }),
  })
  const stranger: Actor = { ...actor, userId: (await newUser()).userId }
  expect(await findHandedOut(stranger, ref, 'en')).toBeNull()
  expect(await findHandedOut(actor, ref, 'de')).toBeNull()
  expect(await findHandedOut(actor, { ...ref, accessKey: 'another' }, 'en')).toBeNull()
})
