import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedCues } from './cue'
import { detectCaptionFormat } from './detect-format'
import { parseAss } from './formats/ass'
import { parseLrc } from './formats/lrc'
import { parsePodcastHtml } from './formats/podcast-html'
import { parsePodcastJson } from './formats/podcast-json'
import { parseTtml } from './formats/ttml'
import { parseJson3 } from './formats/youtube-json3'
import { parseSrv1, parseSrv3 } from './formats/youtube-srv'
import { toSegments } from './layout/segments'

const JSON3 =
  '{"wireMagic":"pb3","events":[{"tStartMs":0,"id":1},{"tStartMs":10,"dDurationMs":3000,"wWinId":1,"segs":[{"utf8":"a","acAsrConf":0},{"utf8":" b","tOffsetMs":50}]},{"tStartMs":90,"wWinId":1,"aAppend":1,"segs":[{"utf8":"\\n"}]},{"tStartMs":100,"dDurationMs":3000,"wWinId":1,"segs":[{"utf8":"c"}]}]}'
const PODCAST =
  '{"version":"1.0.0","segments":[{"startTime":0.5,"endTime":0.75,"body":"I","speaker":"A"},{"startTime":1,"endTime":1.25,"body":"am"},{"startTime":1.5,"endTime":2,"body":"here."}]}'
const SRV1 = '<?xml version="1.0"?><transcript><text start="1.5" dur="2">a &amp;amp; &lt;b&gt;</text></transcript>'
const SRV3 =
  '<timedtext format="3"><body><w t="0" id="1"/><p t="10" d="500" w="1"><s ac="1">a</s><s t="90"> b</s></p><p t="200" d="9" w="1" a="1">\n</p></body></timedtext>'
const TTML =
  '<tt xmlns="x" ttp:frameRate="25" ttp:tickRate="100"><head/><body timeContainer="seq"><div begin="1s"><p begin="00:00:01:05" end="900t">a<br/><span begin="1s" dur="3f">b</span> c</p></div></body></tt>'
const ASS =
  '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.50,D,,0,0,0,,{\\i1}a{\\p1}m 0{\\p0}, b\\Nc\n'
const PODCAST_HTML =
  '<!doctype html><html><body><cite>Ann:</cite><time>0:01</time><p>a &amp; <b>b</b></p><cite>Bob:</cite>\n<time>1:02:03</time>\n<p>c<br>d</p></body></html>'
const LRC = '[ti:x]\n[offset:+50]\n[00:01.00][00:05.00]<00:01.20>a <00:01.50>b\n[00:03.00]\n'

const PARSERS: [string, (text: string) => ParsedCues, string][] = [
  ['json3', parseJson3, JSON3],
  ['podcast-json', parsePodcastJson, PODCAST],
  ['podcast-html', parsePodcastHtml, PODCAST_HTML],
  ['srv1', parseSrv1, SRV1],
  ['srv3', parseSrv3, SRV3],
  ['ttml', parseTtml, TTML],
  ['ass', parseAss, ASS],
  ['lrc', parseLrc, LRC],
]

const TRICKY = fc.constantFrom(
  ...['<', '>', '&', '"', '{', '}', '[', ']', '\\', '/', ',', ':', '-', '.', '\n', '\0', '\ufeff', '\ud800', '\u200b'],
  ...[
    'null',
    '-1',
    '1e400',
    '9'.repeat(40),
    '<p>',
    '<cite>',
    '<time>0:05</time>',
    '</p>',
    '<span>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '&#0;',
    '&nbsp;',
    '{\\p1}',
    '\\N',
  ],
  ...[
    '"segs":[',
    '"events":[',
    '"segments":[',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    'Dialogue:',
    '[00:01.00]',
    '<00:01.00>',
  ],
)

/** A document with chunks cut out, put in and doubled. */
function mutated(document: string): fc.Arbitrary<string> {
  const at = fc.nat(document.length)
  const edit = fc.record({
    at,
    cut: fc.nat(12),
    add: fc.oneof(TRICKY, fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('')),
  })
  return fc.array(edit, { minLength: 1, maxLength: 6 }).map((edits) => {
    let text = document
    for (const { at: index, cut, add } of edits) text = text.slice(0, index) + add + text.slice(index + cut)
    return text
  })
}

function expectSound({ cues, dropped }: ParsedCues, text: string): void {
  expect(Number.isSafeInteger(dropped) && dropped >= 0).toBe(true)
  for (const cue of cues) {
    for (const time of [cue, ...(cue.words ?? [])]) {
      expect(Number.isSafeInteger(time.startMs) && Number.isSafeInteger(time.endMs) && time.startMs >= 0).toBe(true)
    }
    expect(cue.text.trim()).not.toBe('')
  }
  expect(cues.length).toBeLessThanOrEqual(text.length)
  for (const segment of toSegments(cues)) expect(segment.startMs).toBeLessThan(segment.endMs)
}

describe.each(PARSERS)('%s', (format, parse, document) => {
  test('its document is sniffed and read', () => {
    expect(detectCaptionFormat(document)).toBe(format)
    const parsed = parse(document)
    expect(parsed.cues.length).toBeGreaterThan(0)
    expect(parsed.dropped).toBe(0)
    expectSound(parsed, document)
  })

  test('any text is read to sound cues', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(TRICKY, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (input) => expectSound(parse(input), input)),
      { numRuns: 500 },
    )
  })

  test('a damaged document is read to sound cues', () => {
    fc.assert(
      fc.property(mutated(document), (input) => expectSound(parse(input), input)),
      { numRuns: 1500 },
    )
  })

  test('another format’s document is read without complaint', () => {
    for (const [, , other] of PARSERS) expectSound(parse(other), other)
  })
})

// Where lines end or a number is cut short, ASS and LRC have other times.
test.each(PARSERS.filter(([format]) => format !== 'ass' && format !== 'lrc'))(
  '%s broken off anywhere has no other cues than when whole',
  (_, parse, document) => {
    const whole = parse(document).cues.map((cue) => cue.startMs)
    for (let end = 0; end < document.length; end++) {
      const startsMs = parse(document.slice(0, end)).cues.map((cue) => cue.startMs)
      expect(whole).toEqual(expect.arrayContaining(startsMs))
    }
  },
)
