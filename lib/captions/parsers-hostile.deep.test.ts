import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { detectCaptionFormat } from './detect-format'
import { renderMarkdown } from './formats/markdown/markdown'
import { parseSrt, renderSrt } from './formats/srt/srt'
import { parseWebvtt, renderWebvtt } from './formats/webvtt/webvtt'
import { toSegments } from './layout/segments'
import { parseCaptions } from './parse'
import { SAMPLES } from './testing/samples'

const MEGABYTE = 1_000_000
const UNITS = [
  '\n',
  '\r',
  ' ',
  '0',
  '-->',
  '--> ',
  '<',
  '<b',
  '<b ',
  '<b>',
  '<ruby><rt>',
  '{',
  '{\\',
  '{\\a ',
  '&',
  '&a',
  '&#',
  '&amp',
  '1\n',
  '-',
  '00:',
  '00:00:01.000 ',
  '00:00:01,000 --> ',
  '00:00:01,000 --> 00:00:02,000\n',
  '00:00:01.000 --> 00:00:02.000\n\n',
  '<00:00:01.000>',
  'x --> \n',
  'a:a',
  '\u0301',
  '「',
  '字',
  'ก',
  '“',
  '\ud800',
  '\0',
  'a\t',
  'a  ',
  'e\u0301',
  '🇩🇪',
  '\u1112\u1161\u11ab',
  'ש\u200f ',
  '字幕 ',
  '#',
  '[',
]
const HEADS = ['', 'WEBVTT\n\n00:00.000 --> 00:09.000\n', '1\n00:00:00,000 --> 00:00:09,000\n']

describe('a megabyte of', () => {
  test.each(UNITS)('%j is read', (unit) => {
    for (const head of HEADS) {
      const text = head + unit.repeat(MEGABYTE / unit.length)
      expect(detectCaptionFormat(text)).toBe(
        head.startsWith('WEBVTT') ? 'vtt' : head === '' ? detectCaptionFormat(unit.repeat(3)) : 'srt',
      )
      const segments = toSegments([...parseWebvtt(text).cues, ...parseSrt(text).cues])
      expect(segments.every(({ startMs, endMs }) => startMs < endMs)).toBe(true)
    }
  })

  test.each(UNITS)('%j in a segment is written', (unit) => {
    const segments = toSegments([{ startMs: 0, endMs: 9000, text: unit.repeat(MEGABYTE / 10 / unit.length) }])
    expect(parseSrt(renderSrt(segments)).cues.at(-1)?.endMs).toBe(segments[0]?.endMs)
    expect(parseWebvtt(renderWebvtt(segments)).cues.at(-1)?.endMs).toBe(segments[0]?.endMs)
    expect(renderMarkdown(segments)).toMatch(/\n$/)
  })
})

test.each(Object.entries(SAMPLES))('much of anything in %s is read', (_, { head }) => {
  for (const unit of UNITS) {
    const parsed = parseCaptions(new TextEncoder().encode(head + unit.repeat(MEGABYTE / 10 / unit.length)))
    const segments = toSegments(parsed?.cues ?? [])
    expect(segments.every(({ startMs, endMs }) => startMs < endMs)).toBe(true)
  }
})

const XML_UNITS = [
  '<',
  '<p',
  '<p ',
  '<p a=',
  '<p a="',
  '<p>',
  '</p>',
  '<br>',
  '<tt>',
  '<!--',
  '<![CDATA[',
  '<?',
  '&',
  '&a',
  '>',
]
const XML_HEADS = [
  '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="0s" end="9s">a',
  '<transcript><text start="0" dur="9">a',
  '<timedtext format="3"><body><p t="0" d="9000">a',
]

test.each(XML_UNITS)('a megabyte of %j in XML keeps the words before it', (unit) => {
  for (const head of XML_HEADS) {
    for (const end of ['', '>', '</p></body>']) {
      const parsed = parseCaptions(new TextEncoder().encode(head + unit.repeat(MEGABYTE / unit.length) + end))
      expect(parsed?.cues[0]?.text[0]).toBe('a')
    }
  }
})

test('no text and no bytes make a parser throw', () => {
  const alphabet = fc.constantFrom(...'WEBVT0123456789:.,-> <>/{}\\&#;abiuv\n\r\t\0\ufeff'.split(''))
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: alphabet, maxLength: 200 }))
  fc.assert(
    fc.property(text, (input) => {
      for (const head of HEADS) {
        for (const { cues, dropped } of [parseWebvtt(head + input), parseSrt(head + input)]) {
          expect(Array.isArray(cues)).toBe(true)
          expect(dropped).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: propertyRuns(2000) },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, charset) => void parseCaptions(bytes, charset)),
  )
})
