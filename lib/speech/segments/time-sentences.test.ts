import { expect, test } from 'vitest'
import { timeSentences } from './time-sentences'

const seconds = (...speech: [number, number][]) =>
  speech.map(([start, end]) => ({ startMs: 1000 * start, endMs: 1000 * end }))

test('sentences end at the pauses of the voice', () => {
  const text =
    'Good morning, everybody. Today we are going to talk about the history of the printing press. Before the press, every book was copied by hand, and a single copy could take many months.'
  const speech = seconds([0.03, 1.65], [1.45, 5.57], [5.37, 11.8])
  expect(timeSentences(text, speech)).toEqual([
    { startMs: 30, endMs: 1550, text: 'Good morning, everybody.' },
    { startMs: 1550, endMs: 5470, text: expect.stringMatching(/^Today .* press\.$/) },
    { startMs: 5470, endMs: 11_800, text: expect.stringMatching(/^Before .* months\.$/) },
  ])
})

test('a pause belongs to neither sentence', () => {
  const speech = seconds([0, 2], [4, 6])
  expect(timeSentences('That is what I said. Nobody answered it.', speech)).toEqual([
    { startMs: 0, endMs: 2000, text: 'That is what I said.' },
    { startMs: 4000, endMs: 6000, text: 'Nobody answered it.' },
  ])
})

test('without a pause nearby a sentence ends where it would at one speed', () => {
  const text = 'One two three four five. One two three four five.'
  expect(timeSentences(text, seconds([10, 20]))).toEqual([
    { startMs: 10_000, endMs: 15_000, text: 'One two three four five.' },
    { startMs: 15_000, endMs: 20_000, text: 'One two three four five.' },
  ])
})

test('more pauses than sentences, and more sentences than pauses, stay in order', () => {
  const long = Array.from({ length: 12 }, (_, at) => `This is sentence number ${at}.`).join(' ')
  const speech = seconds(...Array.from({ length: 4 }, (_, at): [number, number] => [at * 7, at * 7 + 6]))
  const segments = timeSentences(long, speech)
  expect(segments.map(({ text }) => text).join(' ')).toBe(long)
  for (const [at, { startMs, endMs }] of segments.entries()) {
    expect(endMs).toBeGreaterThanOrEqual(startMs)
    expect(startMs).toBeGreaterThanOrEqual(segments[at - 1]?.endMs ?? 0)
  }
  const short = timeSentences('A word, then another, and one more.', speech)
  expect(short).toEqual([{ startMs: 0, endMs: 27_000, text: 'A word, then another, and one more.' }])
})

test('a script without spaces is divided at its full stops, and gets no spaces', () => {
  const text = '今日は天気がいいですね。「散歩に行きましょう！」と彼は言いました。 それから帰りました。'
  expect(timeSentences(text, seconds([0, 3], [4, 7.5], [8, 11]))).toEqual([
    { startMs: 0, endMs: 3000, text: '今日は天気がいいですね。' },
    { startMs: 4000, endMs: 7500, text: '「散歩に行きましょう！」と彼は言いました。' },
    { startMs: 8000, endMs: 11_000, text: 'それから帰りました。' },
  ])
})
