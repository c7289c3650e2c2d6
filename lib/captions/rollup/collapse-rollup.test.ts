import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { Cue } from '../cue'
import { parseWebvtt } from '../formats/webvtt/webvtt'
import { toSegments } from '../layout/segments'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { ordinaryCaptions } from '../testing/ordinary-captions'
import { arbitraryTalk, CAPTION_STYLES, type CaptionStyle, type SpokenLine, talkWords } from '../testing/talks'
import { collapseRollup } from './collapse-rollup'

const cue = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text })
const wordsOf = (cues: readonly Cue[]) => cues.flatMap(({ text }) => text.split(/\s+/))

function expectSaid(way: CaptionStyle, talk: readonly SpokenLine[]): void {
  const plain = collapseRollup(way(talk))
  expect(wordsOf(plain)).toEqual(talkWords(talk))
  const said = talk.map((line) => cue(line.startMs, line.endMs + 10, line.words.join(' ')))
  expect(plain.map(({ startMs, endMs, text }) => ({ startMs, endMs, text }))).toEqual(said)
  for (const { text, words } of plain) if (words) expect(words.map((word) => word.text).join(' ')).toBe(text)
  expect(collapseRollup(plain)).toEqual(plain)
}

// How captions roll is judged by what most of them show, which a made-up talk can miss: the talks are always the same.
describe('a talk is said once, line by line, each with its times', () => {
  test.each(Object.entries(CAPTION_STYLES))('%s', (_, way) => {
    fc.assert(
      fc.property(arbitraryTalk({ again: false }), (talk) => expectSaid(way, talk)),
      { numRuns: propertyRuns(200), seed: 200 },
    )
  })
})

describe('a line that is spoken twice in a row stays', () => {
  // Where the whole screen is held, a third time can't be distinguished from another hold.
  const ways = Object.entries(CAPTION_STYLES).filter(([name]) => !name.includes('screen held'))
  test.each(ways)('%s', (_, way) => {
    fc.assert(
      fc.property(arbitraryTalk({ again: true }), (talk) => expectSaid(way, talk)),
      { numRuns: 100, seed: 100 },
    )
  })
})

describe('ordinary captions', () => {
  test('come back as they are, refrains, echoes and all', () => {
    fc.assert(
      fc.property(ordinaryCaptions(), (cues) => {
        const plain = collapseRollup(cues)
        expect(plain).toHaveLength(cues.length)
        for (const [index, same] of plain.entries()) expect(same).toBe(cues[index])
      }),
      { numRuns: propertyRuns(2000), seed: 2000 },
    )
  })

  test.each([
    ['no, no, no', ['No', 'No, no', 'No, no, no', 'No', 'No', 'No']],
    ['a refrain of two lines', ['Row, row\nyour boat', 'Row, row\nyour boat', 'Gently\ndown', 'Row, row\nyour boat']],
    ['a dialogue that takes up a line', ['- Who?\n- Me.', '- Me.\n- You?', '- No.\n- Yes.', 'So.', 'Well then.']],
    ['one cue', ['a']],
    ['none', []],
  ])('%s', (_, texts) => {
    const cues = texts.map((text, index) => cue(index * 1000, index * 1000 + 1000, text))
    expect(collapseRollup(cues)).toEqual(cues)
  })

  test('cues that overlap in time but say different words stay', () => {
    const cues = [cue(5910, 13_559, 'hooray the dumbest'), cue(10_320, 16_080, 'title ever'), cue(13_559, 20_000, 'so')]
    expect(collapseRollup(cues)).toEqual(cues)
  })
})

describe('collapseRollup', () => {
  const stamped = [
    'WEBVTT\n',
    '00:00:00.160 --> 00:00:03.429\n \nMaya,<00:00:00.960><c> do</c><00:00:01.520><c> the</c>\n',
    '00:00:03.429 --> 00:00:03.439\nMaya, do the\n \n',
    '00:00:03.439 --> 00:00:05.749\nMaya, do the\nbirds<00:00:03.760><c> sing</c>\n',
    '00:00:05.749 --> 00:00:05.759\nbirds sing\n \n',
    '00:00:05.759 --> 00:00:09.000\nbirds sing\n[Music]\n',
  ].join('\n')

  test('drops carried lines with their words, and keeps the times of new ones', () => {
    expect(collapseRollup(parseWebvtt(stamped).cues)).toEqual([
      {
        startMs: 160,
        endMs: 3439,
        text: 'Maya, do the',
        words: [
          { startMs: 160, endMs: 960, text: 'Maya,' },
          { startMs: 960, endMs: 1520, text: 'do' },
          { startMs: 1520, endMs: 3429, text: 'the' },
        ],
      },
      {
        startMs: 3439,
        endMs: 5759,
        text: 'birds sing',
        words: [
          { startMs: 3439, endMs: 3760, text: 'birds' },
          { startMs: 3760, endMs: 5749, text: 'sing' },
        ],
      },
      cue(5759, 9000, '[Music]'),
    ])
  })

  test('its cues make segments of the same text', () => {
    expect(toSegments(collapseRollup(parseWebvtt(stamped).cues)).map(({ text }) => text)).toEqual([
      'Maya, do the',
      'birds sing',
      '[Music]',
    ])
  })

  test('a painted line is one cue from its first start to its last end', () => {
    const cues = ['so', 'so we', 'so we went', 'home', 'home by', 'home by train'].map((text, index) =>
      cue(index * 300, index * 300 + 300, text),
    )
    expect(collapseRollup(cues)).toEqual([cue(0, 900, 'so we went'), cue(900, 1800, 'home by train')])
  })

  test('lines of a script without spaces roll, whole or flattened', () => {
    const lines = [
      '今日は天気がいいですね',
      '散歩に行きましょう',
      '公園まで歩きます',
      '桜が咲いています',
      'とてもきれいです',
    ]
    for (const joiner of ['\n', ' ', '']) {
      const cues = lines.map((line, index) =>
        cue(index * 2000, index * 2000 + 2000, index === 0 ? line : `${lines[index - 1]}${joiner}${line}`),
      )
      expect(collapseRollup(cues).map(({ text }) => text)).toEqual(lines)
    }
  })

  test('cues that are not next to each other in time share nothing', () => {
    const cues = [cue(0, 1000, 'a'), cue(1000, 2000, 'a\nb'), cue(2000, 3000, 'b\nc'), cue(3121, 4000, 'c\nd')]
    expect(collapseRollup(cues).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'c\nd'])
    const touching = [...cues.slice(0, 3), cue(3120, 4000, 'c\nd')]
    expect(collapseRollup(touching).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('any cues at all: never throws, invents no letter, and again changes nothing', () => {
    fc.assert(
      fc.property(arbitraryCues(), (cues) => {
        const plain = collapseRollup(cues)
        const letters = (list: readonly Cue[]) => lettersOf(list.map(({ text }) => text).join('')).length
        expect(letters(plain)).toBeLessThanOrEqual(letters(cues))
        expect(collapseRollup(plain)).toEqual(plain)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('few lines in any order: in order where anything was changed, and again changes nothing', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'a b', 'a b c', 'c d e f'), { minLength: 1, maxLength: 3 })
    const next = fc.record({
      text,
      stepMs: fc.constantFrom(10, 100, 1000),
      lastsMs: fc.constantFrom(10, 100, 1000, 3000),
    })
    fc.assert(
      fc.property(fc.array(next, { maxLength: 14 }), (steps) => {
        let startMs = 0
        const cues = steps.map((step) => {
          startMs += step.stepMs
          return cue(startMs, startMs + step.lastsMs, step.text.join('\n'))
        })
        const plain = collapseRollup(cues)
        for (const [index, { startMs: from, endMs }] of plain.entries()) {
          expect(from).toBeLessThanOrEqual(endMs)
          expect(from).toBeLessThanOrEqual(plain[index + 1]?.startMs ?? Number.POSITIVE_INFINITY)
        }
        expect(collapseRollup(plain)).toEqual(plain)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })
})
