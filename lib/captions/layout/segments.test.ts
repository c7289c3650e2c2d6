import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { Cue, Segment } from '../cue'
import { parseCaptions } from '../parse'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { toSegments } from './segments'

const cue = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text })

function expectInvariants(segments: readonly Segment[]): void {
  for (const [index, { startMs, endMs, text, words }] of segments.entries()) {
    expect(Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs)).toBe(true)
    expect(startMs).toBeGreaterThanOrEqual(0)
    expect(startMs).toBeLessThan(endMs)
    expect(endMs).toBeLessThanOrEqual(segments[index + 1]?.startMs ?? Number.POSITIVE_INFINITY)
    expect(text).not.toBe('')
    expect(text).toBe(text.normalize('NFC').trim())
    expect(text).not.toMatch(/[\p{Cc}\ufeff\u200b]| {2}|\p{Cs}/u)
    for (const word of words ?? []) {
      expect(word.startMs).toBeGreaterThanOrEqual(startMs)
      expect(word.endMs).toBeLessThanOrEqual(endMs)
      expect(word.startMs).toBeLessThanOrEqual(word.endMs)
      expect(word.text).not.toBe('')
    }
  }
}

describe('toSegments', () => {
  test('sorts, and ends a cue where the next begins', () => {
    expect(toSegments([cue(2000, 3000, 'b'), cue(0, 9000, 'a')])).toEqual([cue(0, 2000, 'a'), cue(2000, 3000, 'b')])
  })

  test('cues that begin together become one segment', () => {
    expect(toSegments([cue(0, 500, 'a'), cue(0, 900, 'b'), cue(800, 950, 'c')])).toEqual([
      cue(0, 800, 'a b'),
      cue(800, 950, 'c'),
    ])
    expect(toSegments([cue(0, 500, '你好，'), cue(0, 900, '世界')])).toEqual([cue(0, 900, '你好，世界')])
  })

  test('a repeated cue is kept once, and the order stays', () => {
    const cues = [cue(0, 500, 'a'), cue(0, 700, 'b'), cue(0, 900, 'a')]
    expect(toSegments(cues)).toEqual([cue(0, 900, 'a b')])
  })

  test('a segment whose end is not after its start gets an end by its reading time', () => {
    expect(toSegments([cue(5000, 5000, 'x'), cue(5400, 1000, 'y'), cue(9000, 0, 'z'.repeat(50))])).toEqual([
      cue(5000, 5400, 'x'),
      cue(5400, 6400, 'y'),
      cue(9000, 12_000, 'z'.repeat(50)),
    ])
  })

  test('times are whole milliseconds from zero on', () => {
    expect(toSegments([cue(-50, 10.6, 'a'), cue(Number.NaN, Number.NaN, 'b')])).toEqual([cue(0, 1000, 'a b')])
  })

  test.each([
    ['two\nlines', 'two lines'],
    ['你好\n世界', '你好世界'],
    ['สวัสดี\nครับ', 'สวัสดีครับ'],
    ['안녕\n하세요', '안녕 하세요'],
    ['用\nPython', '用 Python'],
    ['他说：“好。”\n然后', '他说：“好。”然后'],
    [' a\u00a0 b\t\tc \r\n\r\n d ', 'a b c d'],
    ['\ufeffa\u0007b\u200bc\u0000', 'abc'],
    ['e\u0301', 'é'],
    ['e\ufeff\u0301', 'é'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('the text %j is %j', (text, expected) => expect(toSegments([cue(0, 1, text)])).toEqual([cue(0, 1, expected)]))

  test('nothing visible is no segment', () => {
    expect(toSegments([cue(0, 1, ' \n\u200b'), cue(5, 9, '\u200e\u2060'), cue(9, 12, '')])).toEqual([])
  })

  test('words stay, clipped to their segment; a cue without any that is merged with them is one word', () => {
    const words = [
      { startMs: -5, endMs: 600, text: ' a ' },
      { startMs: 600, endMs: 2000, text: 'b' },
      { startMs: 700, endMs: 2000, text: '\u200b' },
    ]
    expect(toSegments([{ ...cue(0, 2000, 'a b'), words }, cue(0, 300, 'c'), cue(500, 900, 'd')])).toEqual([
      {
        ...cue(0, 500, 'a b c'),
        words: [cue(0, 500, 'a'), cue(500, 500, 'b'), cue(0, 300, 'c')],
      },
      cue(500, 900, 'd'),
    ])
  })

  test('keeps the invariants and every letter of any cues', () => {
    fc.assert(
      fc.property(arbitraryCues(), (cues) => {
        const segments = toSegments(cues)
        expectInvariants(segments)
        const said = segments.map((segment) => lettersOf(segment.text))
        for (const { text } of cues)
          expect(said.some((letters) => letters.includes(lettersOf(text))) || lettersOf(text) === '').toBe(true)
        expect(toSegments(segments)).toEqual(segments)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('keeps the invariants of the cues parsed from any bytes', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'WEBVTT',
        '',
        '1',
        '00:00:01,000 --> 00:00:02,000',
        '00:01.000 --> 00:00.000',
        '-->',
        '{\\an8}<b>',
      ),
      fc.string({ unit: 'binary' }),
    )
    const text = fc.array(line).map((lines) => new TextEncoder().encode(lines.join('\n')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), text), (bytes) =>
        expectInvariants(toSegments(parseCaptions(bytes)?.cues ?? [])),
      ),
      { numRuns: propertyRuns(1000) },
    )
  })
})
