import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebVTTParser } from 'webvtt-parser'
import expected from '@/test/fixtures/wpt/expected/file-parsing.json'
import { MAX_CUES } from '../../caption-limits'
import { decodeCaptions } from '../../decode'
import { parseHlsCues } from './hls-webvtt'
import { parseWebvtt } from './webvtt'
import { parseWebvttFile } from './webvtt-file'

type Expected = { id: string; start: number; end: number; text: string }

const folder = path.resolve(import.meta.dirname, '../../../../test/fixtures/wpt/file-parsing')
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

/** A chunk of an HLS caption track whose map has these ticks; without a map for null. */
function chunk(ticks: number | null, ...lines: string[]): Uint8Array {
  const map = ticks === null ? [] : [`X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${ticks}`]
  return new TextEncoder().encode(['WEBVTT', ...map, '', ...lines].join('\n'))
}

describe('parseHlsCues', () => {
  const second = (startMs: number, text: string, endMs = startMs + 1000) => ({ startMs, endMs, text })

  test.each<[string, Uint8Array[], unknown[]]>([
    [
      'the clock of MPEG starts again between them',
      [
        chunk(2 ** 33 - 900_000, '00:01.000 --> 00:02.000', 'a'),
        chunk(0, '00:01.000 --> 00:02.000', 'b'),
        chunk(900_000, '00:01.000 --> 00:02.000', 'c'),
      ],
      [second(1000, 'a'), second(11_000, 'b'), second(21_000, 'c')],
    ],
    [
      'the first has no map',
      [
        chunk(null, '00:01.000 --> 00:02.000', 'a'),
        chunk(900_000, '00:11.000 --> 00:12.000', 'b'),
        chunk(900_000, '00:21.000 --> 00:22.000', 'c'),
      ],
      [second(1000, 'a'), second(11_000, 'b'), second(21_000, 'c')],
    ],
    [
      'a cue is split at their border, and its parts have different ends',
      [
        chunk(900_000, '00:08.000 --> 00:10.000', 'a'),
        chunk(900_000, '00:10.000 --> 00:12.500', 'a'),
        chunk(900_000, '00:12.000 --> 00:12.250', 'a', '', '00:13.000 --> 00:14.000', 'a'),
      ],
      [second(8000, 'a', 12_500), second(13_000, 'a')],
    ],
  ])('chunks are joined where %s', (_, chunks, expected) => {
    expect(parseHlsCues(chunks)).toEqual({ cues: expected, dropped: 0 })
  })

  test('a chunk that is not WebVTT is counted, with its place, unless it is empty', () => {
    const good = chunk(900_000, '00:01.000 --> 00:02.000', 'a')
    const page = new TextEncoder().encode('<html>Not found</html>')
    expect(parseHlsCues([good, new Uint8Array(), page, page])).toMatchObject({ dropped: 2, droppedAfterMs: 1000 })
    expect(parseHlsCues([page, good])).toEqual({ cues: [second(1000, 'a')], dropped: 1, droppedAfterMs: undefined })
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

  test('text that looks like times is text where the file has real ones, and in a comment', () => {
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

  test.each<[string, string[], string[], number]>([
    ['after a blank line', ['one', '', 'two', '', '', 'three'], ['one\ntwo\nthree', 'last'], 0],
    ['after a blank line, with a mark-up', ['<i>one', '', 'two</i> & 3 < 5'], ['one\ntwo & 3 < 5', 'last'], 0],
    [
      'that begins as a comment or a style does',
      ['one', '', 'NOTES of it', '', 'STYLE it is'],
      ['one\nNOTES of it\nSTYLE it is', 'last'],
      0,
    ],
    ['before a comment', ['one', '', 'NOTE no', '', 'STYLE', '::cue {}'], ['one', 'last'], 0],
    ['that is a number alone', ['one', '', '42', '', '7.'], ['one\n42\n7.', 'last'], 0],
    ['of a cue with another arrow', ['one', '', '00:03.000 -> 00:04.000', 'two'], ['one', 'two', 'last'], 0],
    [
      'of a cue with an id and another arrow',
      ['one', '', 'id', '00:03.000 → 00:04.000', 'two', '', 'three'],
      ['one', 'two\nthree', 'last'],
      0,
    ],
    [
      'on the line with the times',
      ['one', '', '00:03.000 --> 00:04.000 two and three', '', '00:05.000 -> 00:06.000 four'],
      ['one', 'two and three', 'four', 'last'],
      0,
    ],
    [
      'of a cue with broken times is counted',
      ['one', '', '00:O3.000 -> 00:04.000', 'two', '', 'three'],
      ['one', 'last'],
      1,
    ],
  ])('text %s', (_, lines, texts, count) => {
    const { cues, dropped } = parseWebvtt(
      file('title', '', '00:01.000 --> 00:02.000', ...lines, '', '00:08.000 --> 00:09.000', 'last'),
    )
    expect([cues.map(({ text }) => text), dropped]).toEqual([texts, count])
    const { cues: atEnd } = parseWebvtt(file('00:01.000 --> 00:02.000', ...lines))
    expect(atEnd.map(({ text }) => text)).toEqual(texts.slice(0, -1))
  })

  test.each<[string, string[], string[]]>([
    [
      'all alone',
      ['1', '', '@1', 'one', '', '2', '', '@2', 'two', '', '42', '', '3', '', '@3', 'three'],
      ['one', 'two\n42', 'three'],
    ],
    [
      'some alone',
      ['1', '@1', 'one', '', '2', '', '@2', 'two', '', '7', '', '3', '@3', 'three'],
      ['one', 'two\n7', 'three'],
    ],
    ['none', ['@1', 'one', '', '2', '', '@2', 'two', '', '3'], ['one\n2', 'two\n3']],
  ])('counters with a blank line after them are no text: %s', (_, lines, texts) => {
    const timed = lines.map((line) => line.replace(/^@(\d)$/, '00:0$1.000 --> 00:0$1.900'))
    expect(parseWebvtt(file(...timed)).cues.map(({ text }) => text)).toEqual(texts)
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
    [
      '<v Ann>I <3 you</v><v Bob>3 < 5 x</v>',
      [
        ['Ann', 'I <3 you', 0, 1600],
        ['Bob', '3 < 5 x', 1600, 3000],
      ],
    ],
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
