import { expect, test } from 'vitest'
import { matchWords, wordErrorRate } from './word-errors'

test('words that are changed, missing or too many count alike, capitals and punctuation do not', () => {
  expect(wordErrorRate('Ask not what, you can do.', 'ask not what you can do')).toBe(0)
  expect(wordErrorRate('one two three four', 'one two tree four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two and three four')).toBe(0.25)
  expect(wordErrorRate('one two', '')).toBe(1)
  expect(wordErrorRate('one', 'a b c')).toBe(3)
})

test('words are matched in order, with changes, gaps and additions between them', () => {
  const said = ['one', 'two', 'three', 'four', 'three']
  expect(matchWords(said, said)).toEqual([0, 1, 2, 3, 4].map((at) => [at, at]))
  expect(matchWords(said, ['one', 'three', 'four', 'and', 'three'])).toEqual([
    [0, 0],
    [2, 1],
    [3, 2],
    [4, 4],
  ])
  expect(matchWords(said, [])).toEqual([])
  expect(matchWords([], said)).toEqual([])
})
