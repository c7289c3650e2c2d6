import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentText } from './columns'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

test('gives the segments of the whole text, across the stretches it looks at', () => {
  const unit = fc.constantFrom(
    'a',
    'e\u0301',
    '👩‍👩‍👧',
    '🇩🇪',
    '한',
    '\r\n',
    '\u0301',
    ' ',
    'x'.repeat(255),
    '\u0301'.repeat(600),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      const text = units.join('')
      expect([...segmentText(graphemes, text)]).toEqual(Array.from(graphemes.segment(text), ({ segment }) => segment))
    }),
  )
})

test('a long text is cut to its end', () => {
  expect([...segmentText(graphemes, '字'.repeat(300_000))]).toHaveLength(300_000)
})
