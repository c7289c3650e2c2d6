import { expect, test } from 'vitest'
import { splitSentences } from './split-sentences'

const split = (text: string, wordMs = 500) =>
  splitSentences(
    text.split(' ').map((word, index) => ({ startMs: index * wordMs, endMs: (index + 1) * wordMs, text: word })),
  ).map((sentence) => sentence.map((word) => word.text).join(' '))

test.each([
  ['Ask not what. Ask what you can.', ['Ask not what.', 'Ask what you can.']],
  ['Is that so? "It is!" she said.', ['Is that so?', '"It is!" she said.']],
  ['I met Dr. Smith there. He left.', ['I met Dr. Smith there.', 'He left.']],
  ['That was J. F. Kennedy speaking. Thanks.', ['That was J. F. Kennedy speaking.', 'Thanks.']],
  ['It rose by 3.5 percent. Then fell.', ['It rose by 3.5 percent.', 'Then fell.']],
  ['He said (in vain.) Then left…', ['He said (in vain.)', 'Then left…']],
  ['今日は 良い天気です。 明日は 雨です。', ['今日は 良い天気です。', '明日は 雨です。']],
  ['no full stop at all', ['no full stop at all']],
])('%s', (text, sentences) => {
  expect(split(text)).toEqual(sentences)
})

test('very short sentences stay with the next one', () => {
  expect(split('Yes. No. Perhaps. Well, then.', 400)).toEqual(['Yes. No. Perhaps.', 'Well, then.'])
})

test('no words, no sentences', () => {
  expect(splitSentences([])).toEqual([])
})

test('a hostile word costs no more than its length', () => {
  const text = `${'."'.repeat(500_000)}x`
  expect(splitSentences([{ startMs: 0, endMs: 5000, text }])).toHaveLength(1)
})
