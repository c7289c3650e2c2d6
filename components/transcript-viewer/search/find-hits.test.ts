import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHits, searchIndex } from './find-hits'

const lines = (...texts: string[]) => texts.map((text, index) => ({ start: index, end: index + 1, text }))
const hits = (query: string, ...texts: string[]) => findHits(searchIndex(lines(...texts)), query)

test('hits ignore case and accents', () => {
  expect(hits('CAFE', 'One café', 'cafe')).toEqual([
    { fromLine: 0, from: 4, toLine: 0, to: 8 },
    { fromLine: 1, from: 0, toLine: 1, to: 4 },
  ])
})

test('across the end of a line', () => {
  expect(hits('country  can', 'ask what your country', 'can do')).toEqual([{ fromLine: 0, from: 14, toLine: 1, to: 3 }])
})

test('other scripts keep their marks', () => {
  expect(hits('가', '각')).toEqual([])
  expect(hits('й', 'и й')).toEqual([{ fromLine: 0, from: 2, toLine: 0, to: 3 }])
})

test('letters that grow when folded do not shift what follows', () => {
  expect(hits('b', 'İ😀 b')).toEqual([{ fromLine: 0, from: 4, toLine: 0, to: 5 }])
})

test('an empty query is nowhere', () => {
  expect(hits('  ', 'a b')).toEqual([])
})

test('the marked text is the text that was searched for', () => {
  const word = fc.stringMatching(/^[ab]{1,3}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), word, (texts, query) => {
      for (const { fromLine, from, toLine, to } of hits(query, ...texts)) {
        expect(toLine).toBe(fromLine)
        expect(texts[fromLine]?.slice(from, to)).toBe(query)
      }
      expect(hits(query, ...texts).length > 0).toBe(texts.some((text) => text.includes(query)))
    }),
  )
})
