import { expect, test } from 'vitest'
import { dropLoops } from './drop-loops'

const segment = (text: string, startMs = 0, endMs = 10_000) => ({ startMs, endMs, text })
const texts = (...all: string[]) =>
  dropLoops(all.map((text, i) => segment(text, i * 1000, i * 1000 + 1000))).map((s) => s.text)

test.each([
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.',
  'No, no, no, no! I said no.',
  'Row, row, row your boat, gently down the stream. Merrily, merrily, merrily, merrily, life is but a dream.',
  '今日はとても良い天気ですね。明日も晴れるといいですね。',
  'ha',
])('leaves what people say: %s', (text) => {
  expect(texts(text)).toEqual([text])
})

test('a phrase over and over stands once, and what follows it stays', () => {
  expect(texts(`We begin. ${'I am going to go. '.repeat(12)}And so we end.`)).toEqual([
    'We begin. I am going to go. And so we end.',
  ])
  expect(texts('you '.repeat(40).trim())).toEqual(['you'])
  expect(texts('谢谢观看'.repeat(10))).toEqual(['谢谢观看'])
})

test('a segment ends where what is left of it ends', () => {
  const [cut] = dropLoops([segment('a b c a b c a b c a b c a b c', 1000, 16_000)])
  expect(cut).toEqual({ startMs: 1000, endMs: 4000, text: 'a b c' })
})

test('words go with their text', () => {
  const words = Array.from({ length: 9 }, (_, i) => ({
    startMs: i * 100,
    endMs: i * 100 + 90,
    text: i < 8 ? 'so' : 'end',
  }))
  const looping = { ...segment(words.map(({ text }) => text).join(' '), 0, 900), words }
  const [first, last] = [words[0], words[8]]
  expect(dropLoops([looping])).toEqual([{ startMs: 0, endMs: 890, text: 'so end', words: [first, last] }])
})

test('equal segments in a row stand once when there are four', () => {
  expect(texts('Hi.', 'Thank you.', 'thank you', 'Thank you!', 'Thank you.', 'Bye.')).toEqual([
    'Hi.',
    'Thank you.',
    'Bye.',
  ])
  expect(texts('Yes.', 'Yes.', 'Yes.')).toEqual(['Yes.', 'Yes.', 'Yes.'])
})

test('what packs too well without a loop goes', () => {
  const numbers = Array.from({ length: 60 }, (_, i) => `chapter number ${i} of the long book`).join(' ')
  expect(texts('Before.', numbers, 'After.')).toEqual(['Before.', 'After.'])
})
