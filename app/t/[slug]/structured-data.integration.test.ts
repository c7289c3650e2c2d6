import { expect, test } from 'vitest'
import { useService } from '@/test/service'
import type { ShownTranscript } from './find-public'
import { structuredData } from './structured-data'

await useService()

const HOSTILE = 'He said </script><script>alert(1)</script> & <!-- \u2028 ]]>'

const TRANSCRIPT: ShownTranscript = {
  isWhole: true,
  hasWords: false,
  slug: 'a-talk-abcdef',
  video_id: 'jNQXAC9IVRw',
  platform: 'youtube',
  source: 'captions',
  engine: null,
  url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  source_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  title: 'A talk',
  author: 'Ann',
  thumbnail_url: 'https://i.ytimg.com/vi/jNQXAC9IVRw/hqdefault.jpg',
  published_at: '2005-04-24T03:31:52.000Z',
  lang: 'en',
  requested_lang: 'en',
  available_langs: ['en'],
  duration_seconds: 19,
  total_seconds: 19,
  complete: true,
  format: 'json',
  segments: [
    { start: 0, end: 4, duration: 4, text: 'The first words.' },
    { start: 4, end: 8, duration: 4, text: HOSTILE },
  ],
  warnings: [],
  created_at: '2026-11-23T10:00:00.000Z',
  updated_at: '2026-11-23T11:00:00.000Z',
  unlisted: false,
}

const parse = (changes: Partial<ShownTranscript> = {}) =>
  JSON.parse(structuredData({ ...TRANSCRIPT, ...changes }, 'The first words.'))

test('nothing that is said ends the element, and all of it is read back', () => {
  const json = structuredData({ ...TRANSCRIPT, title: HOSTILE }, HOSTILE)
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  const read = JSON.parse(json)
  expect(read.isBasedOn.transcript).toBe(`The first words. ${HOSTILE}`)
  expect(read.description).toBe(HOSTILE)
})

test('a video has what search engines ask of one', () => {
  expect(parse()).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: 'A talk',
    inLanguage: 'en',
    isBasedOn: {
      '@type': 'VideoObject',
      name: 'A talk',
      description: 'The first words.',
      inLanguage: 'en',
      duration: 'PT19S',
      uploadDate: '2005-04-24T03:31:52.000Z',
      thumbnailUrl: 'https://i.ytimg.com/vi/jNQXAC9IVRw/hqdefault.jpg',
      embedUrl: 'https://www.youtube.com/embed/jNQXAC9IVRw',
      url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
      author: { '@type': 'Person', name: 'Ann' },
      potentialAction: {
        '@type': 'SeekToAction',
        target: 'http://localhost:3000/t/a-talk-abcdef?t={seek_to_second_number}',
        'startOffset-input': 'required name=seek_to_second_number',
      },
    },
  })
})

test('unknown fields are left out', () => {
  const unknown = { author: null, thumbnail_url: null, published_at: null, lang: null, total_seconds: 0, segments: [] }
  expect(parse({ ...unknown, platform: 'tiktok' }).isBasedOn).toEqual({
    '@type': 'VideoObject',
    name: 'A talk',
    description: 'The first words.',
    url: TRANSCRIPT.source_url,
    potentialAction: expect.anything(),
  })
})

test('a headline is not cut within a character', () => {
  expect(parse({ title: `a${'🎵'.repeat(200)}` }).headline).toBe(`a${'🎵'.repeat(109)}`)
})

const PODCAST = { platform: 'podcast', source_url: 'https://cdn.example.com/e2.mp3', author: 'The Show' } as const

test('an episode is part of its show, and its audio has the text', () => {
  expect(parse(PODCAST).isBasedOn).toMatchObject({
    '@type': 'PodcastEpisode',
    name: 'A talk',
    datePublished: '2005-04-24T03:31:52.000Z',
    partOfSeries: { '@type': 'PodcastSeries', name: 'The Show' },
    associatedMedia: {
      '@type': 'AudioObject',
      contentUrl: 'https://cdn.example.com/e2.mp3',
      duration: 'PT19S',
      transcript: expect.stringContaining('The first words.'),
    },
  })
})

test('audio of no show is audio', () => {
  const { isBasedOn } = parse({ ...PODCAST, author: null })
  expect(isBasedOn).toMatchObject({ '@type': 'AudioObject', contentUrl: 'https://cdn.example.com/e2.mp3' })
  expect(isBasedOn).not.toHaveProperty('partOfSeries')
})

test('a recording that is not public is not described', () => {
  expect(parse({ platform: 'upload', source_url: null })).not.toHaveProperty('isBasedOn')
})

test('a text that is too long, or a part of one, is not repeated', () => {
  const line = { start: 0, end: 4, duration: 4, text: 'word '.repeat(100) }
  const lines = (count: number) => ({ segments: Array.from({ length: count }, () => line) })
  expect(parse(lines(190)).isBasedOn).toHaveProperty('transcript')
  expect(parse(lines(210)).isBasedOn).not.toHaveProperty('transcript')
  expect(parse({ complete: false }).isBasedOn).not.toHaveProperty('transcript')
})
