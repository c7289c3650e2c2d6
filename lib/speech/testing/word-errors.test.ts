import { expect, test } from 'vitest'
import { wordErrorRate } from './word-errors'

test('words that are changed, missing or too many count alike, capitals and punctuation do not', () => {
  expect(wordErrorRate('Ask not what, you can do.', 'ask not what you can do')).toBe(0)
  expect(wordErrorRate('one two three four', 'one two tree four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two four')).toBe(0.25)
  expect(wordErrorRate('one two three four', 'one two and three four')).toBe(0.25)
  expect(wordErrorRate('one two', '')).toBe(1)
  expect(wordErrorRate('one', 'a b c')).toBe(3)
})
