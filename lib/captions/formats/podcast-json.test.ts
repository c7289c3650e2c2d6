import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ParsedCues } from '../cue'
import { parsePodcastJson } from './podcast-json'

const podcast = (...segments: unknown[]) => JSON.stringify({ version: '1.0.0', segments })
const segment = (startTime: unknown, endTime: unknown, body: unknown, speaker?: string) => ({
  speaker,
  startTime,
  endTime,
  body,
})
const words = (text: string, startSeconds = 0, speaker?: string) =>
  text
    .split(' ')
    .map((word, index) => segment(startSeconds + index * 0.5, startSeconds + index * 0.5 + 0.4, word, speaker))
const texts = (...segments: unknown[]) => parsePodcastJson(podcast(...segments)).cues.map((cue) => cue.text)

test('reads the specification’s example', () => {
  const file = path.resolve(import.meta.dirname, '../../../test/fixtures/captions/podcast-transcript.json')
  expect(parsePodcastJson(readFileSync(file, 'utf8'))).toEqual({
    cues: [
      {
        startMs: 500,
        endMs: 2500,
        text: 'I am your father.',
        speaker: 'Darth Vader',
        words: [
          { startMs: 500, endMs: 750, text: 'I' },
          { startMs: 1000, endMs: 1250, text: 'am' },
          { startMs: 1500, endMs: 2000, text: 'your' },
          { startMs: 2250, endMs: 2500, text: 'father.' },
        ],
      },
      {
        startMs: 2750,
        endMs: 3000,
        text: 'Nooooo',
        speaker: 'Luke',
        words: [{ startMs: 2750, endMs: 3000, text: 'Nooooo' }],
      },
    ],
    dropped: 0,
  })
})

describe('words become sentences', () => {
  test('by full stops, pauses and speakers', () => {
    const spoken = [
      ...words('Hello there. How are you', 0, 'A'),
      ...words('well I am', 10, 'A'),
      ...words('fine too', 11.5, 'B'),
    ]
    expect(texts(...spoken)).toEqual(['Hello there.', 'How are you', 'well I am', 'fine too'])
  })

  test('with stops of their own, and closing quotes', () => {
    expect(texts(...words('He said , “ no .” Then nothing'))).toEqual(['He said, “ no.”', 'Then nothing'])
  })

  test('without spaces in Japanese', () => {
    expect(texts(...words('これ は 字幕 です 。 はい'))).toEqual(['これは字幕です。', 'はい'])
  })

  test('with some 200 characters at most', () => {
    const long = texts(...words(Array.from({ length: 400 }, () => 'word').join(' ')))
    expect(long.every((text) => text.length <= 210)).toBe(true)
    expect(long.join(' ').split(' ')).toHaveLength(400)
  })
})

describe('segments', () => {
  const phrase = segment(1, 2.5, 'One, two.', 'A')
  const cue = { startMs: 1000, endMs: 2500, text: 'One, two.' }
  const spoken = { ...cue, speaker: 'A' }

  test.each<[string, string, ParsedCues]>([
    [
      'stay as they are',
      podcast(phrase, segment(3, 4, 'Yes.')),
      { cues: [spoken, { startMs: 3000, endMs: 4000, text: 'Yes.' }], dropped: 0 },
    ],
    ['have times in strings', podcast(segment('1', '2.5', 'One, two.')), { cues: [cue], dropped: 0 }],
    ['have no end', podcast(segment(1, undefined, 'One, two.')), { cues: [{ ...cue, endMs: 1000 }], dropped: 0 }],
    ['have no text', podcast(segment(1, 2, '  '), phrase), { cues: [spoken], dropped: 0 }],
    ['can’t be read', podcast(segment('soon', 2, 'x'), segment(1, 2, 5), {}, phrase), { cues: [spoken], dropped: 3 }],
    ['break off', podcast(phrase, phrase).slice(0, -9), { cues: [spoken], dropped: 1, droppedAfterMs: 1000 }],
    ['are of another kind', JSON.stringify({ segments: 5, x: [phrase] }), { cues: [], dropped: 0 }],
  ])('that %s', (_, text, expected) => expect(parsePodcastJson(text)).toEqual(expected))
})
