import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { parseCaptionText } from '../parse-caption-text'
import { SAMPLES } from '../testing/samples'

const WORD = fc.stringMatching(/^[a-zäßéאبж字]{1,7}$/)
const SIGN = fc.constantFrom(
  ...['\n', '\n\n', ' < ', ' <3 ', '< ', ' > ', ' & ', ' AT&T ', ' --> ', ' \u200f', '\u202b'],
  ...[' { ', ' } ', ' {ж} ', ' \\ ', ' [x] ', ' "', "' ", ' 42\n', ' ]]> '],
)
const TEXT = fc
  .tuple(WORD, fc.array(fc.tuple(SIGN, WORD), { maxLength: 8 }))
  .map(([first, rest]) => first + rest.flat().join(''))

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}&<>]+/gu)?.join('')

const WRITERS = Object.entries(SAMPLES).flatMap(([format, { write }]) => (write ? [{ format, write }] : []))

test.each(WRITERS)('no word of $format is lost, with anything between words', async ({ format, write }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(TEXT, { minLength: 2, maxLength: 6 }), async (texts) => {
      const lines = texts.map((text, index) => ({ startMs: 1000 + index * 2000, text: `Cue: ${text} end` }))
      const parsed = await parseCaptionText({ bytes: new TextEncoder().encode(write(lines)) })
      expect([parsed.format, parsed.warnings]).toEqual([format, []])
      expect(wordsOf(parsed.segments.map(({ text }) => text).join(' '))).toEqual(
        wordsOf(lines.map(({ text }) => text).join(' ')),
      )
    }),
    { numRuns: propertyRuns(200), seed: 20_261_125 },
  )
})
