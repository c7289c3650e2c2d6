import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedCues, Segment } from '../cue'
import { detectCaptionFormat } from '../detect-format'
import { subtitleCues } from '../layout/fit-cues'
import { toSegments } from '../layout/segments'
import { type SubtitleLayout, USUAL_LAYOUT } from '../layout/subtitle-layout'
import { type SubtitleOptions, withSpeakerNames } from '../layout/subtitles'
import { parseXml } from '../parsing/xml'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { tidyText } from '../text/tidy-text'
import { parseAss, renderAss } from './ass/ass'
import { parseSrt, renderSrt } from './srt/srt'
import { parseTtml, renderTtml } from './ttml/ttml'
import { parseWebvtt, renderWebvtt } from './webvtt/webvtt'

const segment = (startMs: number, endMs: number, text: string): Segment => ({ startMs, endMs, text })
const HOSTILE = 'a & b <i>c</i> ]]> "d" {\\an8} \\N C:\\new \\h \\{e} } {f'

const textOf = ({ cues }: ParsedCues) => cues.map(({ text }) => text.replace('\n', ' ')).join(' ')

const layouts: fc.Arbitrary<SubtitleLayout | undefined> = fc.option(
  fc.record({
    maxLineLength: fc.option(fc.integer({ min: 10, max: 100 })),
    maxLines: fc.integer({ min: 1, max: 4 }),
    maxMs: fc.integer({ min: 1000, max: 60_000 }),
    repair: fc.boolean(),
  }),
  { nil: undefined },
)

/** Characters that XML does not allow: https://www.w3.org/TR/xml/#charsets */
const NOT_IN_XML = /[\ufffe\uffff]/g

/** The cues of segments in a layout, with lines that are not empty. */
function cuesOf(segments: Segment[], layout: SubtitleLayout | undefined, without = /(?!)/g) {
  return [...subtitleCues(segments, layout)].map(({ startMs, endMs, lines }) => ({
    startMs,
    endMs,
    text: lines
      .map((line) => line.replace(without, '').trim())
      .filter((line) => line !== '')
      .join('\n'),
  }))
}

describe('renderTtml', () => {
  test('is IMSC 1.1 to the letter', () => {
    const segments = [segment(0, 1500, 'one & <two>'), segment(359_999_999, 360_000_000, 'x '.repeat(30).trim())]
    expect(renderTtml(segments, { title: 'A "talk"', lang: 'en' })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ttp:timeBase="media" xml:lang="en">
  <head>
    <ttm:title>A &quot;talk&quot;</ttm:title>
    <styling>
      <style xml:id="subtitle" tts:color="white" tts:fontFamily="proportionalSansSerif" tts:fontSize="80%" tts:lineHeight="125%" tts:textAlign="center" tts:textOutline="black 5%"/>
    </styling>
    <layout>
      <region xml:id="bottom" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after" tts:overflow="visible"/>
    </layout>
  </head>
  <body>
    <div region="bottom" style="subtitle">
      <p begin="00:00:00.000" end="00:00:01.500">one &amp; &lt;two&gt;</p>
      <p begin="99:59:59.999" end="100:00:00.000">x x x x x x x x x x x x x x x<br/>x x x x x x x x x x x x x x x</p>
    </div>
  </body>
</tt>
`)
  })

  test('is a whole document without segments, title and language', () => {
    const empty = renderTtml([])
    expect(parseXml(empty, { open: () => {}, close: () => {}, text: () => {} })).toBe(true)
    expect(empty).toContain('xml:lang=""')
    expect(empty).not.toContain('ttm:title')
  })

  test('parses back to its cues, with any text', () => {
    expect(textOf(parseTtml(renderTtml([segment(0, 6000, HOSTILE)])))).toBe(HOSTILE)
    fc.assert(
      fc.property(arbitraryCues(), layouts, fc.string({ unit: 'binary' }), (cues, layout, title) => {
        const segments = toSegments(cues)
        const file = renderTtml(segments, { title, lang: title, layout })
        expect(parseTtml(file)).toEqual({ cues: cuesOf(segments, layout, NOT_IN_XML), dropped: 0 })
      }),
    )
  })
})

describe('renderAss', () => {
  test('is ASS to the letter', () => {
    const segments = [segment(4, 1509, 'One, {two}\\N'), segment(359_999_990, 360_000_000, 'x '.repeat(30).trim())]
    const lines = renderAss(segments, { title: 'A\ntalk' }).split('\n')
    expect(lines.slice(0, 3)).toEqual(['[Script Info]', 'Title: A talk', 'ScriptType: v4.00+'])
    expect(lines.slice(lines.indexOf('[Events]'))).toEqual([
      '[Events]',
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      'Dialogue: 0,0:00:00.00,0:00:01.51,Default,,0,0,0,,One, \\{{}two}\\\u2060N',
      'Dialogue: 0,99:59:59.99,100:00:00.00,Default,,0,0,0,,x x x x x x x x x x x x x x x\\Nx x x x x x x x x x x x x x x',
      '',
    ])
    const format = lines.find((line) => line.startsWith('Format: Name'))?.split(',')
    const style = lines.find((line) => line.startsWith('Style: '))?.split(',')
    expect(style).toHaveLength(format?.length ?? 0)
  })

  test('parses back to its cues, to the hundredth of a second, with any text', () => {
    expect(textOf(parseAss(renderAss([segment(0, 6000, HOSTILE)])))).toBe(HOSTILE)
    fc.assert(
      fc.property(arbitraryCues(), layouts, fc.string({ unit: 'binary' }), (cues, layout, title) => {
        const segments = toSegments(cues)
        const parsed = parseAss(renderAss(segments, { title, layout }))
        const rendered = cuesOf(segments, layout)
        expect(parsed.dropped).toBe(0)
        expect(parsed.cues.map(({ text }) => text)).toEqual(rendered.map(({ text }) => text))
        for (const [index, { startMs, endMs }] of parsed.cues.entries()) {
          expect(Math.abs(startMs - (rendered[index]?.startMs ?? 0))).toBeLessThanOrEqual(5)
          expect(Math.abs(endMs - (rendered[index]?.endMs ?? 0))).toBeLessThanOrEqual(14)
          expect(endMs).toBeGreaterThan(startMs)
        }
      }),
    )
  })
})

type Render = (segments: Segment[], options: SubtitleOptions) => string

/** The formats, and whether the name of a speaker is a part of the text. */
const RENDERED: [string, Render, (text: string) => ParsedCues, boolean][] = [
  ['SRT', (segments, { names, layout }) => renderSrt(segments, names, layout), parseSrt, true],
  ['WebVTT', renderWebvtt, parseWebvtt, false],
  ['WebVTT with words', (segments, options) => renderWebvtt(segments, { ...options, words: true }), parseWebvtt, false],
  ['TTML', renderTtml, parseTtml, true],
  ['ASS', renderAss, parseAss, true],
]

describe('a text of two speakers', () => {
  const spoken = arbitraryCues().map((cues) =>
    cues.map((cue, index) => ({ ...cue, speaker: index % 3 === 0 ? 'a' : 'b' })),
  )
  const name = arbitraryCues().map(
    (cues) => tidyText(cues.map(({ text }) => text.replace(NOT_IN_XML, '')).join(' ')) || 'Ann',
  )

  test.each(RENDERED)('is parsed from %s without losing a letter', (_, render, parse, isNamed) => {
    fc.assert(
      fc.property(spoken, name, name, layouts, (cues, first, second, layout) => {
        const segments = toSegments(cues)
        const names = new Map(Object.entries({ a: first, b: second }))
        const { cues: parsed, dropped } = parse(render(segments, { names, layout }))
        const expected = isNamed ? withSpeakerNames(segments, names) : segments
        expect(dropped).toBe(0)
        const lettersIn = (cues: readonly { text: string }[]) =>
          lettersOf(cues.map(({ text }) => text.replace(NOT_IN_XML, '')).join('\n'))
        expect(lettersIn(parsed)).toBe(lettersIn(expected))
      }),
      { numRuns: 50 },
    )
  })
})

test('each is recognised as what it is', () => {
  const segments = [segment(0, 1000, 'Hello')]
  expect(detectCaptionFormat(renderTtml(segments))).toBe('ttml')
  expect(detectCaptionFormat(renderAss(segments))).toBe('ass')
})

describe('a layout', () => {
  const text = 'and so we went down to the river where the boats lay '.repeat(6).trim()
  const layout = { ...USUAL_LAYOUT, maxLineLength: 20, maxLines: 3, maxMs: 4000 }

  test.each([
    ['SRT', (segments: Segment[]) => renderSrt(segments, new Map(), layout), parseSrt],
    ['WebVTT', (segments: Segment[]) => renderWebvtt(segments, { layout }), parseWebvtt],
  ])('with %s is kept, without losing a word', (_, render, parse) => {
    const { cues } = parse(render([segment(0, 40_000, text)]))
    const lines = cues.flatMap((cue) => cue.text.split('\n'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(20)
    expect(Math.max(...cues.map((cue) => cue.text.split('\n').length))).toBeLessThanOrEqual(3)
    expect(Math.max(...cues.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(4000)
    expect(lines.join(' ')).toBe(text)
  })

  test('in seconds limits a cue with two words, in a segment of any length', () => {
    const word = fc.constantFrom(
      'I',
      'see',
      'the',
      'river,',
      '字幕',
      '안녕하세요',
      'x'.repeat(60),
      'https://example.org/a/b',
    )
    const said = fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(
        said,
        fc.integer({ min: 100, max: 40_000 }),
        fc.integer({ min: 1000, max: 9000 }),
        (text, lengthMs, maxMs) => {
          const cues = [...subtitleCues([segment(0, lengthMs, text)], { ...USUAL_LAYOUT, maxMs })]
          for (const { startMs, endMs, lines } of cues)
            if (!text.split(' ').includes(lines.join(''))) expect(endMs - startMs).toBeLessThanOrEqual(maxMs)
          expect(lettersOf(cues.flatMap(({ lines }) => lines).join(''))).toBe(lettersOf(text))
        },
      ),
    )
  })

  test('in seconds divides a text without spaces between its words', () => {
    const cues = subtitleCues([segment(0, 5000, '字幕を作る')], { ...USUAL_LAYOUT, maxMs: 1000 })
    expect(Array.from(cues, ({ lines }) => lines)).toEqual([['字幕'], ['を'], ['作る']])
  })

  test('with one line gives no cue a second one, however long the segment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5000, max: 90_000 }), fc.integer({ min: 1000, max: 9000 }), (lengthMs, maxMs) => {
        const cues = [...subtitleCues([segment(0, lengthMs, text)], { ...USUAL_LAYOUT, maxLines: 1, maxMs })]
        expect(Math.max(...cues.map(({ lines }) => lines.length))).toBe(1)
      }),
    )
  })
})
