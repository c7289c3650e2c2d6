import { expect, test } from 'vitest'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import { saveMedia } from './save-media'

await useDatabase()

const refOf = (videoId: string) => ({
  platform: 'youtube' as const,
  videoId,
  accessKey: '',
  ownerId: null,
  url: `https://video.example/${videoId}`,
  openUrl: null,
  title: null,
})

test('a source’s facts about a recording are kept as far as a database takes them', async () => {
  const saved = await saveMedia(refOf(newId()), {
    kind: 'video',
    title: `A\u0000 talk\n\ud800 ${'x'.repeat(100_000)}`,
    author: '\u0000\u0001',
    thumbnailUrl: `https://i.example/${'x'.repeat(100_000)}`,
    publishedAt: new Date(1e300),
  })
  expect(saved.title).toMatch(/^A {2}talk \ufffd x{985,995}$/)
  expect(saved).toMatchObject({ author: null, thumbnailUrl: null, publishedAt: null })
})

test('unknown facts are filled in later, just as carefully', async () => {
  const ref = refOf(newId())
  await saveMedia(ref, { kind: 'video' })
  const later = await saveMedia(ref, { kind: 'video', title: 'A\u0000talk', publishedAt: new Date('+012345-01-01') })
  expect(later).toMatchObject({ title: 'A talk', publishedAt: null })
})
