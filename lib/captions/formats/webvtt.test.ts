import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebVTTParser } from 'webvtt-parser'
import expected from '@/test/fixtures/wpt/expected/file-parsing.json'
import { MAX_CUES } from '../caption-limits'
import { decodeCaptions } from '../decode'
import { parseWebvtt, parseWebvttFile } from './webvtt'

type Expected = { id: string; start: number; end: number; text: string }

const folder = path.resolve(import.meta.dirname, '../../../test/fixtures/wpt/file-parsing')
const expectations = new Map<string, Expected[]>(Object.entries(expected))
const file = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n')

/** Time lines of these files that the standard drops with their cue, and files in use have: their cues are read. */
const BEYOND_STANDARD: Readonly<Record<string, readonly string[]>> = {
  'timings-60.vtt': [
    '00:00:60.000 --> 00:00:01.000',
    '00:60:00.000 --> 00:00:01.000',
    '00:00:00.000 --> 00:00:60.000',
    '00:00:00.000 --> 00:60:00.000',
  ],
  'timings-garbage.vtt': [
    '00.00:00.000 --> 00:00:01.000',
    '00:00.00.000 --> 00:00:01.000',
    '00:00:00:000 --> 00:00:01.000',
    '00:00.00:000 --> 00:00:01.000',
    '00:00:00,000 --> 00:00:01,000',
  ],
  'timings-too-long.vtt': [
    '00::00:00.000 --> 00:00:01.000',
    '00:000:00.000 --> 00:00:01.000',
    '00:00::00.000 --> 00:00:01.000',
    '00:00:00..000 --> 00:00:01.000',
    '00:00:00.0000 --> 00:00:01.000',
    '00:00.0000 --> 00:00:01.000',
    '000:00.000 --> 00:01.000',
    '00::00.000 --> 00:01.000',
    '00:00..000 --> 00:01.000',
    '00:00.0000 --> 00:01.000',
    '00:00.000 --> 000:01.000',
  ],
  'timings-too-short.vtt': [
    '0000:00.000 --> 00:00:01.000',
    '00:0:00.000 --> 00:00:01.000',
    '00:00:0.000 --> 00:00:01.000',
    '00:00:00000 --> 00:00:01.000',
    '00:00:00.00 --> 00:00:01.000',
    '00:00:00.0 --> 00:00:01.000',
    '00:00:00 --> 00:00:01.000',
    '00:00:0 --> 00:00:01.000',
    '00:00 --> 00:00:01.000',
    '00:0 --> 00:00:01.000',
    '0:00.000 --> 00:01.000',
    '00:0.000 --> 00:01.000',
    '00:00.00 --> 00:01.000',
    '00:00.0 --> 00:01.000',
    '00:00.000 --> 0:01.000',
  ],
  'whitespace-chars.vtt': ['\v\v\v00:00:00.000\v\v\v\v-->\v\v00:00:01.000\v'],
}

describe('web platform tests, file parsing', () => {
  const names = readdirSync(folder)
  test('all 37 files are there', () => expect(names).toHaveLength(37))
  test.each(names)('%s', (name) => {
    const found: Expected[] = []
    const text = decodeCaptions(readFileSync(path.join(folder, name)))
    parseWebvttFile(
      text,
      (start, end, cueText, id) => found.push({ id, start, end, text: cueText }),
      () => {},
    )
    const lines = BEYOND_STANDARD[name] ?? []
    const beyond = found.filter((cue) => lines.length > 0 && cue.text === 'invalid')
    expect(beyond).toHaveLength(lines.length)
    for (const line of lines) expect(text).toContain(`${line}\n`)
    const standard = found.filter((cue) => !beyond.includes(cue))
    expect(standard).toEqual(expectations.get(name)?.map(({ id, start, end, text }) => ({ id, start, end, text })))
  })
})

describe('parseWebvtt', () => {
  test('reads times, and plain text with its lines', () => {
    const text = file(
      '1',
      '00:01.000 --> 100:00:02.500 align:start',
      '<v Ann>Tom &amp; <b>Jerry</b>',
      '&copy; 3 &lt; 5',
    )
    expect(parseWebvtt(text)).toEqual({
      cues: [{ startMs: 1000, endMs: 360_002_500, text: 'Tom & Jerry\n© 3 < 5', speaker: 'Ann' }],
      dropped: 0,
    })
  })

  test.each<[string, number, number]>([
    ['00:00:01.00 --> 00:00:02.5', 1000, 2500],
    ['00:00:01 --> 00:00:02', 1000, 2000],
    ['00:00:01,000 --> 00:00:02,500', 1000, 2500],
    ['0:01.000 --> 0:02.000', 1000, 2000],
    ['0:0:1.000 --> 0:0:2.000 align:start', 1000, 2000],
    ['00:00:01.000\u200e --> \u200e00:00:02.000', 1000, 2000],
    ['-00:00:01.000 --> 00:00:02.000', 0, 2000],
    ['00:00:01.000 --&gt; 00:00:02.000', 1000, 2000],
    ['00:00:01.000 → 00:00:02.000', 1000, 2000],
  ])('times that files have are read: %s', (line, startMs, endMs) => {
    expect(parseWebvtt(file(line, 'x'))).toEqual({ cues: [{ startMs, endMs, text: 'x' }], dropped: 0 })
  })

  test('what looks like times is text where the file has real ones, and in a comment', () => {
    const line = '00:00:03.000 --&gt; 00:00:04.000'
    expect(parseWebvtt(file('00:01.000 --> 00:02.000', line)).cues.map((cue) => cue.text)).toEqual([
      '00:00:03.000 --> 00:00:04.000',
    ])
    expect(parseWebvtt(file('NOTE', '00:00:03.000 → 00:00:04.000', 'x')).cues).toEqual([])
  })

  test('a timing line right after text begins a new cue', () => {
    const { cues } = parseWebvtt(file('00:00.000 --> 00:01.000', 'one', '00:01.000 --> 00:02.000', 'two'))
    expect(cues.map((cue) => cue.text)).toEqual(['one', 'two'])
  })

  test('a cue that ends before it starts is kept', () => {
    expect(parseWebvtt(file('00:09.000 --> 00:01.000', 'x')).cues).toEqual([{ startMs: 9000, endMs: 1000, text: 'x' }])
  })

  test('comments, styles and regions are no cues', () => {
    const text = file('NOTE a', 'b', '', 'STYLE', '::cue {}', '', 'REGION', 'id:a', '', '00:00.000 --> 00:01.000', 'x')
    expect(parseWebvtt(text)).toEqual({ cues: [{ startMs: 0, endMs: 1000, text: 'x' }], dropped: 0 })
  })

  test('counts what it leaves out: unreadable times, and times beyond exact integers', () => {
    const huge = `${'9'.repeat(40)}:00:00.000`
    const text = file(
      '00:0O:60.000 --> 00:01:01.000',
      'a',
      '',
      `${huge} --> ${huge}`,
      'b',
      '',
      '00:01.000 --> 00:02.000',
    )
    expect(parseWebvtt(text)).toEqual({ cues: [{ startMs: 1000, endMs: 2000, text: '' }], dropped: 2 })
  })

  test('takes no more cues than the bound', () => {
    const { cues, dropped } = parseWebvtt(`WEBVTT\n\n${'00:00.000 --> 00:01.000\nx\n\n'.repeat(MAX_CUES + 3)}`)
    expect([cues.length, dropped]).toEqual([MAX_CUES, 3])
  })

  test('a text without the signature has no cues', () => {
    expect(parseWebvtt('WEBVTTX\n\n00:00.000 --> 00:01.000\nx')).toEqual({ cues: [], dropped: 0 })
  })

  test.each<[string, unknown[][]]>([
    [
      '<v Ann>Hi</v> <v Bob>Yoho</v>',
      [
        ['Ann', 'Hi', 0, 1000],
        ['Bob', 'Yoho', 1000, 3000],
      ],
    ],
    [
      'So <v Ann>Hi\n<v.loud Bob>Yo',
      [
        [undefined, 'So', 0, 1000],
        ['Ann', 'Hi', 1000, 2000],
        ['Bob', 'Yo', 2000, 3000],
      ],
    ],
    ['<v Ann>Hi</v> <v Ann>Yo', [['Ann', 'Hi Yo', 0, 3000]]],
    ['<v Ann>Hi <00:01.000><v Bob>Yo', [[undefined, 'Hi Yo', 0, 3000]]],
  ])('the voices of %j are each a cue', (payload, expected) => {
    const { cues } = parseWebvtt(`WEBVTT\n\n00:00.000 --> 00:03.000\n${payload}`)
    expect(cues.map(({ speaker, text, startMs, endMs }) => [speaker, text.trim(), startMs, endMs])).toEqual(expected)
  })

  test('agrees with the reference parser on a well-formed file', () => {
    const blocks = Array.from(
      { length: 60 },
      (_, i) => `id ${i}\n00:${10 + (i % 50)}.000 --> 01:00:00.${100 + i}\nline ${i}\nmore`,
    )
    const text = file(...blocks.map((block) => `${block}\n`))
    const other = new WebVTTParser().parse(text, 'captions').cues
    const ours: (string | number)[][] = []
    parseWebvttFile(
      text,
      (startMs, endMs, payload, id) => ours.push([id, startMs, endMs, payload]),
      () => {},
    )
    const theirs = other.map((cue) => [
      cue.id,
      Math.round(cue.startTime * 1000),
      Math.round(cue.endTime * 1000),
      cue.text,
    ])
    expect(new Set(ours.map(String))).toEqual(new Set(theirs.map(String)))
    expect(ours).toHaveLength(60)
  })
})
