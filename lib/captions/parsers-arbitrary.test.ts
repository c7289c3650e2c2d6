import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import type { ParsedCues } from './cue'
import { detectCaptionFormat } from './detect-format'
import { READ_FORMATS } from './formats/formats'
import { toSegments } from './layout/segments'
import { SAMPLES } from './testing/samples'

const PARSERS = READ_FORMATS.map(({ id, parse }) => [id, parse, SAMPLES[id].document] as const)

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
  }
  expect(cues.length).toBeLessThanOrEqual(text.length)
  for (const segment of toSegments(cues)) {
    expect(segment.startMs).toBeLessThan(segment.endMs)
    expect(segment.text.trim()).not.toBe('')
  }
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
      { numRuns: propertyRuns(500) },
    )
  })

  test('a damaged document is read to sound cues', () => {
    fc.assert(
      fc.property(mutated(document), (input) => expectSound(parse(input), input)),
      { numRuns: propertyRuns(1500) },
    )
  })

  test('another format’s document is read without complaint', () => {
    for (const [, , other] of PARSERS) expectSound(parse(other), other)
  })
})

// Formats of lines have other times where a line or a number is cut short.
test.each(PARSERS.filter(([, , document]) => /^(?:<|\{"|\[\{)/.test(document)))(
  '%s broken off anywhere has no other cues than when whole',
  (_, parse, document) => {
    const whole = parse(document).cues.map((cue) => cue.startMs)
    for (let end = 0; end < document.length; end++) {
      const startsMs = parse(document.slice(0, end)).cues.map((cue) => cue.startMs)
      expect(whole).toEqual(expect.arrayContaining(startsMs))
    }
  },
)
