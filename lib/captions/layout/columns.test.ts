import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { segmentText, visitClusters } from './columns'

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

test('finds the clusters of a segmenter, also where flags meet what extends them', () => {
  const unit = fc.constantFrom(
    '🇩',
    '🇪',
    '🇩🇪',
    'a',
    ' ',
    '字',
    '\u00ad',
    '\u0301',
    '\u200d',
    '🏽',
    '👩',
    '\ud83c',
    '\udde9',
    '\u0e33',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
      const text = units.join('')
      const found: { cluster: string; columns: number }[] = []
      let start = 0
      visitClusters(text, 0, text.length, (end, columns) => {
        found.push({ cluster: text.slice(start, end), columns })
        start = end
      })
      expect(found.map(({ cluster }) => cluster)).toEqual(Array.from(graphemes.segment(text), ({ segment }) => segment))
      for (const { cluster, columns } of found)
        if (/^\p{RI}{2}/u.test(cluster)) expect([cluster, columns]).toEqual([cluster, 2])
    }),
    { numRuns: propertyRuns(2000) },
  )
})
