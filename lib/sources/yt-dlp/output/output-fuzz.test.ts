import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { tidyFacts } from '@/lib/archive/media/media-facts'
import { Problem } from '@/lib/core/problem/problem'
import { propertyRuns } from '@/test/property-runs'
import { parseDownloadOutput } from '../download-audio'
import { classifyLine } from '../failures/classify-failure'
import { toSourceMedia } from './to-source-media'
import { parseVideoInfo } from './video-info'

const LIMITS = { seed: 20_261_121, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }

/** A video as `yt-dlp -J` reports it, with the fields that are read. */
const REPORTED = {
  id: 'x',
  title: 'A talk',
  uploader: 'Ada',
  thumbnail: 'https://i.example/x.jpg',
  timestamp: 1_700_000_000,
  release_timestamp: null,
  upload_date: '20231114',
  duration: 61.5,
  language: 'en',
  live_status: 'not_live',
  is_live: false,
  formats: [{ vcodec: 'none', acodec: 'opus', language: 'en', language_preference: 10 }],
  subtitles: { en: [{ ext: 'vtt', url: 'https://s.example/en.vtt', name: 'English' }] },
  automatic_captions: {
    'en-orig': [{ ext: 'json3', url: 'https://s.example/a?tlang=en', name: 'English (Original)' }],
  },
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom<unknown>(
    null,
    -1,
    0.5,
    1e15,
    1e300,
    -1e300,
    '\0',
    '\ud800',
    '',
    ' ',
    '00000000',
    '20239999',
    'x'.repeat(99_999),
    'javascript:1',
    [],
    {},
  ),
)

/** The reported value with some parts replaced, at any depth. */
function changed(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd })
  const inner = Array.isArray(value)
    ? fc.tuple(...value.map(changed))
    : fc.record(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one)])), {
        requiredKeys: [],
      })
  return fc.oneof({ weight: 12, arbitrary: inner }, { weight: 1, arbitrary: odd })
}

const lists = (entry: fc.Arbitrary<unknown>) =>
  fc.record({
    _type: fc.constantFrom('playlist', 'multi_video'),
    playlist_count: odd,
    title: odd,
    duration: odd,
    entries: fc.array(entry, { maxLength: 2 }),
  })

function read(json: string) {
  try {
    return toSourceMedia(parseVideoInfo(json), 'youtube', [])
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof Problem) return null
    throw error
  }
}

/** The values that a row of the database accepts. */
function expectStorable(media: ReturnType<typeof read>): void {
  if (!media) return
  const { durationMs } = media
  const { publishedAt, title, author } = tidyFacts(media)
  expect(durationMs === null || (Number.isInteger(durationMs) && durationMs >= 0 && durationMs < 2 ** 31)).toBe(true)
  expect(publishedAt === null || Math.abs(publishedAt.getUTCFullYear()) < 10_000).toBe(true)
  for (const text of [title, author])
    expect(text === null || (text !== '' && text.isWellFormed() && !text.includes('\0'))).toBe(true)
}

test('any video information of yt-dlp is stored or refused', () => {
  const reported = changed(REPORTED)
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: reported }, { weight: 1, arbitrary: lists(reported) }), (value) => {
      expectStorable(read(JSON.stringify(value)))
    }),
    { ...LIMITS, numRuns: propertyRuns(3_000) },
  )
})

test('output that is broken off, or none of its, is refused', () => {
  const whole = JSON.stringify(REPORTED)
  for (let end = 0; end < whole.length; end += 1) expect(read(whole.slice(0, end))).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => expectStorable(read(text))),
    LIMITS,
  )
})

test('output during a download never makes progress anything but a part of one', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('progress  12.5%', 'progress 1e9', 'progress ..', 'progress 999%', '\n'),
  )
  fc.assert(
    fc.property(fc.array(line), (chunks) => {
      const parts: number[] = []
      const { read: take } = parseDownloadOutput((part) => parts.push(part))
      for (const chunk of chunks) take(Buffer.from(chunk))
      expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
    }),
    LIMITS,
  )
})

test('any complaint becomes a problem', () => {
  const words = fc.constantFrom(
    'ERROR:',
    '[youtube]',
    'x:',
    'Private video',
    'HTTP Error 429',
    'Sign in',
    '\n',
    '\0',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 20 }))), (list) => {
      expect(classifyLine(list.join(' '), 'youtube')).toBeInstanceOf(Problem)
    }),
    LIMITS,
  )
})
