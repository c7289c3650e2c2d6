import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { lettersOf } from '../testing/arbitrary-cues'
import { displayColumns } from './columns'
import { subtitleCues } from './fit-cues'
import { limitsOf } from './script-limits'
import { USUAL_LAYOUT } from './subtitle-layout'

const WORDS = [
  'the',
  'river',
  'winter,',
  '今日は',
  '映画の話をします。',
  '我们今天',
  '讨论问题，',
  '한국어',
  '자막입니다.',
  'x'.repeat(50),
]
const segment = fc
  .record({
    words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 }),
    joiner: fc.constantFrom('', ' '),
  })
  .chain(({ words, joiner }) =>
    fc.nat(30_000).map((lengthMs) => ({ startMs: 0, endMs: lengthMs + 1, text: words.join(joiner) })),
  )

test.each([
  ['the usual layout', undefined],
  ['a layout of a request', { ...USUAL_LAYOUT, maxLines: 3 }],
])("each cue of a text in several scripts keeps its own script's limit, in %s", (_, layout) => {
  fc.assert(
    fc.property(segment, (said) => {
      const cues = [...subtitleCues([said], layout)]
      for (const { lines } of cues) {
        const { lineColumns } = limitsOf(lines.join(' '))
        for (const line of lines) expect(displayColumns(line)).toBeLessThanOrEqual(lineColumns)
      }
      expect(lettersOf(cues.flatMap(({ lines }) => lines).join(''))).toBe(lettersOf(said.text))
    }),
    { numRuns: propertyRuns(500) },
  )
})
