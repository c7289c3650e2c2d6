import { expect, test } from 'vitest'
import { compressionRatio, withoutLoops } from './find-loops'

const at = (text: string, startMs: number, endMs: number) => ({ startMs, endMs, text })
/** Segments of a second each, one after another. */
const touching = (...texts: string[]) => texts.map((text, index) => at(text, index * 1000, index * 1000 + 1000))
const hymn = ['hills', 'seas', 'stars', 'sands', 'fields', 'rains', 'winds', 'flocks']
const numbers = Array.from({ length: 30 }, (_, index) => `number ${index + 1}`).join(', ')

test.each([
  [
    'a phrase with an echo',
    touching('Ask not what your country can do for you, ask what you can do for your country.'),
  ],
  ['a refrain', touching(hymn.map((of) => `Sing to the king of the ${of}, for his mercy lasts for ever.`).join(' '))],
  ['numbers in a row', touching(numbers)],
  ['zeros', touching('The account is zero zero zero zero zero zero seven.')],
  ['digits', touching('The code is 0 0 0 0 0 0 1.')],
  ['a chant', touching('Four more years. Four more years. Four more years. Four more years.')],
  ['a song', touching('Row, row, row your boat. Merrily, merrily, merrily, merrily, life is but a dream.')],
  ['Korean', touching('네 네 네 네 네 네 알겠습니다')],
  ['laughter in Chinese', touching('哈哈哈哈哈哈哈,太好笑了')],
  [
    'a roll call',
    Array.from({ length: 20 }, (_, index) => at('Aye, I am here.', index * 10_000, index * 10_000 + 900)),
  ],
  ['thanks', touching('Thank you.', 'thank you', 'Thank you!', 'Thank you.')],
])('keeps %s', (_, segments) => {
  expect(withoutLoops(segments)).toEqual({ segments, loops: [] })
})

test('a phrase that is repeated without a pause is dropped as a whole, and the words around it stay', () => {
  const loop = 'I am going to go. '.repeat(12)
  expect(withoutLoops([at(`We begin. ${loop}And so we end.`, 0, 66_000)])).toEqual({
    segments: [at('We begin.', 0, 2000), at('And so we end.', 62_000, 66_000)],
    loops: [{ startMs: 2000, endMs: 62_000 }],
  })
})

test.each([
  ['one word', [at('you '.repeat(40).trim(), 0, 8000)]],
  ['a script without spaces', [at('谢谢观看'.repeat(10), 0, 8000)]],
  ['numbers with hyphens', [at('2022-'.repeat(60), 0, 8000)]],
  [
    'segments that touch',
    Array.from({ length: 8 }, (_, index) => at('The first is the', index * 1000, index * 1000 + 1000)),
  ],
])('a loop of %s leaves nothing', (_, segments) => {
  expect(withoutLoops(segments)).toEqual({ segments: [], loops: [{ startMs: 0, endMs: 8000 }] })
})

test('words stay with their text', () => {
  const texts = [...'so far so good '.repeat(6).trim().split(' '), 'end']
  const words = texts.map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 90 }))
  const segment = { ...at(texts.join(' '), 0, 2500), words }
  expect(withoutLoops([segment])).toEqual({
    segments: [{ ...at('end', 2400, 2490), words: words.slice(-1) }],
    loops: [{ startMs: 0, endMs: 2390 }],
  })
})

test('a text that is made up of few words compresses well', () => {
  expect(compressionRatio('the first is '.repeat(20))).toBeGreaterThan(8)
  expect(compressionRatio('Yesterday we took our bicycles to the market, because the road was closed.')).toBeLessThan(
    1.3,
  )
})
