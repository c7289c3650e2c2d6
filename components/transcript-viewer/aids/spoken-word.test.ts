import { expect, test } from 'vitest'
import { locateWords } from './spoken-word'

const word = (start: number, text: string) => ({ start, text })

test('words are found in the text of their line in order, repeated words each at their own place', () => {
  const words = [word(1, 'the'), word(1.2, 'more'), word(1.5, 'the'), word(1.8, 'better.')]
  expect(locateWords({ text: 'the more the better.', words })).toEqual([
    { start: 1, from: 0, to: 3 },
    { start: 1.2, from: 4, to: 8 },
    { start: 1.5, from: 9, to: 12 },
    { start: 1.8, from: 13, to: 20 },
  ])
})

test('a word that is not in the text is left out, and the next one is still found', () => {
  expect(locateWords({ text: 'one three', words: [word(1, 'one'), word(2, 'two'), word(3, 'three')] })).toEqual([
    { start: 1, from: 0, to: 3 },
    { start: 3, from: 4, to: 9 },
  ])
})

test('a line without word times has no words', () => {
  expect(locateWords({ text: 'silence' })).toEqual([])
})
