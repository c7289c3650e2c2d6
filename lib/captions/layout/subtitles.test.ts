import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WebVTTParser } from 'webvtt-parser'
import { propertyRuns } from '@/test/property-runs'
import type { Cue, ParsedCues, Segment } from '../cue'
import { detectCaptionFormat } from '../detect-format'
import { parseSrt, renderSrt } from '../formats/srt/srt'
import { parseWebvtt, renderWebvtt } from '../formats/webvtt/webvtt'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { displayColumns } from './columns'
import { toSegments } from './segments'

const segment = (startMs: number, endMs: number, text: string): Segment => ({ startMs, endMs, text })

describe('renderSrt', () => {
  test('a segment of twenty seconds is cut into cues of seven seconds at most, without losing a word or a moment', () => {
    const text = 'The river was quiet that evening, and nobody on the bank could say why it had gone so still.'
    const words = text
      .split(' ')
      .map((word, index) => ({ startMs: index * 1000, endMs: index * 1000 + 900, text: word }))
    for (const said of [segment(0, 20_000, text), { ...segment(0, 20_000, text), words }]) {
      const { cues } = parseSrt(renderSrt([said]))
      expect(cues.length).toBeGreaterThanOrEqual(3)
      expect(Math.max(...cues.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(7000)
      expect(
        cues
          .map((cue) => cue.text)
          .join(' ')
          .replace(/\s+/g, ' '),
      ).toBe(text)
      expect([cues[0]?.startMs, cues.at(-1)?.endMs]).toEqual([0, 20_000])
    }
    // Two words stand as long as they are said to: one by one they would be harder to read.
    expect(parseSrt(renderSrt([segment(0, 20_000, 'Oh yes.')])).cues).toHaveLength(1)
  })

  test('is SRT to the letter', () => {
    expect(renderSrt([segment(0, 1500, 'one'), segment(359_999_999, 360_000_000, 'two')])).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\none\n\n2\n99:59:59,999 --> 100:00:00,000\ntwo\n',
    )
    expect(renderSrt([])).toBe('')
  })

  test('escapes what would be read as markup or times, and nothing else', () => {
    const text = 'a --> b <i>c</i> {\\an8} &amp; 3 < 5 & <3 {x} 1->2'
    expect(
      renderSrt([segment(0, 1, text)])
        .split('\n')
        .slice(2)
        .join(' ')
        .trim(),
    ).toBe('a --&#62; b &lt;i>c&lt;/i> &#123;\\an8} &amp;amp; 3 < 5 & <3 {x} 1->2')
  })
})

describe('renderWebvtt', () => {
  test('is WebVTT to the letter', () => {
    expect(renderWebvtt([segment(0, 1500, 'a & b --> <c>'), segment(359_999_999, 360_000_000, 'two')])).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\na &amp; b --&gt; &lt;c&gt;\n\n99:59:59.999 --> 100:00:00.000\ntwo\n',
    )
    expect(renderWebvtt([])).toBe('WEBVTT\n')
  })

  test('the reference parser finds no error in it', () => {
    const segments = [segment(0, 1500, 'a & b --> <c>'), segment(2000, 360_000_000, 'long '.repeat(60))]
    expect(new WebVTTParser().parse(renderWebvtt(segments), 'subtitles').errors).toEqual([])
  })
})

describe('a text of more than two lines', () => {
  const text = 'one two three four five six seven eight nine ten '.repeat(5).trim()

  test('becomes several cues, in proportion and without a gap', () => {
    const { cues } = parseSrt(renderSrt([segment(10_000, 20_000, text)]))
    expect(cues.length).toBeGreaterThan(2)
    expect([cues[0]?.startMs, cues.at(-1)?.endMs]).toEqual([10_000, 20_000])
    for (const [index, cue] of cues.entries()) {
      expect(cue.text.split('\n').length).toBeLessThanOrEqual(2)
      expect(cue.endMs - cue.startMs).toBeGreaterThan(1000)
      if (index > 0) expect(cue.startMs).toBe(cues[index - 1]?.endMs)
    }
  })

  test('is cut where its words say', () => {
    const words = text.split(' ').map((word, i) => ({ startMs: 10_000 + i * 10, endMs: 10_010 + i * 10, text: word }))
    const { cues } = parseSrt(renderSrt([{ ...segment(10_000, 20_000, text), words }]))
    let said = 0
    for (const cue of cues) {
      expect(cue.startMs).toBe(10_000 + said * 10)
      said += cue.text.split(/\s/).length
    }
  })

  test('a short last line stays for five sixths of a second, where there is the time', () => {
    const short = `${'eleven more '.repeat(7)}end.`
    const { cues } = parseSrt(renderSrt([segment(1000, 3000, short)]))
    expect(cues.map((cue) => [cue.startMs, cue.endMs])).toEqual([
      [1000, 2166],
      [2166, 3000],
    ])
    const hurried = parseSrt(renderSrt([segment(1000, 2001, short)])).cues
    expect(hurried.map((cue) => [cue.startMs, cue.endMs])).toEqual([
      [1000, 1501],
      [1501, 2001],
    ])
  })

  test('keeps more lines where the time is too short to share', () => {
    const { cues } = parseSrt(renderSrt([segment(5, 7, text)]))
    expect(cues.map((cue) => [cue.startMs, cue.endMs])).toEqual([
      [5, 6],
      [6, 7],
    ])
  })
})

/** Parsed cues must give each segment back: contiguous cues from its start to its end that together say its text. */
function expectGivenBack(segments: readonly Segment[], cues: readonly Cue[]): void {
  let index = 0
  for (const { startMs, endMs, text } of segments) {
    const parts: string[] = []
    let from = startMs
    while (from < endMs) {
      const cue = cues[index++]
      expect(cue?.startMs).toBe(from)
      from = cue?.endMs ?? endMs
      parts.push(cue?.text ?? '')
      for (const line of cue?.text.split('\n') ?? []) expect(displayColumns(line)).toBeLessThanOrEqual(42)
    }
    expect(from).toBe(endMs)
    expect(lettersOf(parts.join('\n'))).toBe(lettersOf(text))
  }
  expect(index).toBe(cues.length)
}

describe.each<[string, (segments: readonly Segment[]) => string, (text: string) => ParsedCues]>([
  ['srt', renderSrt, parseSrt],
  ['vtt', renderWebvtt, parseWebvtt],
])('%s', (format, render, parse) => {
  test('parses back to the times and the words of any segments', () => {
    fc.assert(
      fc.property(arbitraryCues(), (cues) => {
        const segments = toSegments(cues)
        const rendered = render(segments)
        if (segments.length > 0) expect(detectCaptionFormat(rendered)).toBe(format)
        const parsed = parse(rendered)
        expect(parsed.dropped).toBe(0)
        expectGivenBack(segments, parsed.cues)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  test('ordinary captions come back unchanged', () => {
    const line = fc.lorem({ maxCount: 9 }).map((text) => text.slice(0, 80))
    // Cues that last longer are cut.
    const cue = fc
      .record({ startMs: fc.nat(1e9), lengthMs: fc.nat(7000), text: line })
      .map(({ startMs, lengthMs, text }) => ({ startMs, endMs: startMs + lengthMs, text }))
    fc.assert(
      fc.property(fc.array(cue), (cues) => {
        const segments = toSegments(cues)
        fc.pre(segments.every(({ text }) => text.length <= 60))
        expect(toSegments(parse(render(segments)).cues)).toEqual(segments)
      }),
    )
  })
})
