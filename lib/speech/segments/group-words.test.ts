import { expect, test } from 'vitest'
import { groupWords } from './group-words'

const word = (startMs: number, endMs: number, text = 'w') => ({ startMs, endMs, text })

test('a pause of more than 600 ms begins a segment', () => {
  const segments = groupWords([word(0, 100, 'a'), word(700, 800, 'b'), word(1401, 1500, 'c')])
  expect(segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
    [0, 800, 'a b'],
    [1401, 1500, 'c'],
  ])
})

test('no segment lasts more than 7 s unless a word does', () => {
  const words = Array.from({ length: 60 }, (_, i) => word(i * 500, i * 500 + 500))
  const segments = groupWords(words)
  expect(segments.every(({ startMs, endMs }) => endMs - startMs <= 7000)).toBe(true)
  expect(segments.flatMap((segment) => segment.words)).toEqual(words)
  expect(groupWords([word(0, 9000)])).toHaveLength(1)
})

test('no words, no segments', () => {
  expect(groupWords([])).toEqual([])
})
