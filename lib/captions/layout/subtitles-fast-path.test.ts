import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { formatClock } from '../clock'
import type { Segment } from '../cue'
import { escapeSrtText, renderSrt } from '../formats/srt/srt'
import { renderWebvtt } from '../formats/webvtt/webvtt'
import { arbitraryCues } from '../testing/arbitrary-cues'
import { layOutSegment } from './screen-cues'
import { toSegments } from './segments'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeWebvtt = (line: string) => line.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

/** The files by their description, assembled from strings. */
function describedSrt(segments: readonly Segment[]): string {
  const blocks = segments.flatMap(layOutSegment).map(({ startMs, endMs, lines }, index) => {
    const times = `${formatClock(startMs, ',')} --> ${formatClock(endMs, ',')}`
    return [index + 1, times, ...lines.map(escapeSrtText), ''].join('\n')
  })
  return blocks.join('\n')
}

function describedWebvtt(segments: readonly Segment[]): string {
  const blocks = segments.flatMap(layOutSegment).map(({ startMs, endMs, lines }) => {
    const times = `${formatClock(startMs, '.')} --> ${formatClock(endMs, '.')}`
    return ['', times, ...lines.map(escapeWebvtt), ''].join('\n')
  })
  return `WEBVTT\n${blocks.join('')}`
}

const WORDS = [
  ...['a', 'the', 'of', 'One', 'river,', 'quiet.', 'don’t', 'naïve', 'Übermut', 'река', 'Việt', '—', '…', '1994'],
  ...['&', '<b>', '>>', '{\\an8}', '-->', '&amp;', '字幕', 'สวัสดี', '한국어', '👩‍👩‍👧', 'e\u0301', '\ud800', '\u00ad'],
  ...['x'.repeat(41), 'y'.repeat(43), 'https://example.org/a-b?c&d/index.html#part', 'a  b', ' ', ''],
]
const text = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.lorem({ maxCount: 3 })), { maxLength: 18 })
const time = fc.oneof(fc.nat(100_000), fc.nat(360_000_000), fc.nat(4_000_000_000_000))
const anySegment = fc
  .record({ startMs: time, lengthMs: time, words: text })
  .map(({ startMs, lengthMs, words }): Segment => ({ startMs, endMs: startMs + lengthMs + 1, text: words.join(' ') }))

describe.each([
  ['SRT', renderSrt, describedSrt],
  ['WebVTT', renderWebvtt, describedWebvtt],
])('%s', (_, render, described) => {
  test('is to the letter what its cues, lines and escapes are, for any segments', () => {
    fc.assert(
      fc.property(fc.array(anySegment, { maxLength: 6 }), (segments) => {
        expect(render(segments)).toBe(described(segments))
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  test('and for the segments of any cues', () => {
    fc.assert(
      fc.property(arbitraryCues(), (cues) => {
        const segments = toSegments(cues)
        expect(render(segments)).toBe(described(segments))
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('a file of many cues is whole', () => {
    const segments = Array.from({ length: 5000 }, (__, index) => ({
      startMs: index * 1000,
      endMs: index * 1000 + 900,
      text: `Line ${index} & what is said about it, which takes a second line – ${'and more '.repeat(index % 12)}`.trim(),
    }))
    expect(render(segments)).toBe(described(segments))
  })
})
