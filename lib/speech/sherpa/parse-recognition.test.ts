import { expect, test } from 'vitest'
import { parseRecognition } from './parse-recognition'

type Chunk = [token: string, seconds: number, length?: number]

function transcribed(...chunks: Chunk[]) {
  return {
    text: chunks.map(([token]) => token).join(''),
    tokens: chunks.map(([token]) => token),
    timestamps: chunks.map(([, seconds]) => seconds),
    durations: chunks.map(([, , length]) => length ?? 0.08),
  }
}

const words = (durationMs: number, ...chunks: Chunk[]) =>
  parseRecognition(transcribed(...chunks), durationMs).flatMap((segment) => segment.words ?? [])

test('joins the parts of a word, and its punctuation, in whole milliseconds', () => {
  expect(words(5000, [' Ver', 0.4], ['bat', 0.56], ['im', 0.72], [',', 0.8], ['▁oui', 1.04, 0.16], ['.', 1.2])).toEqual(
    [
      { startMs: 400, endMs: 880, text: 'Verbatim,' },
      { startMs: 1040, endMs: 1280, text: 'oui.' },
    ],
  )
})

test('a word ends where the next one begins', () => {
  expect(words(5000, [' a', 1, 0.32], [' b', 1.16])).toMatchObject([{ endMs: 1160 }, { startMs: 1160 }])
})

test('loses no word of several at one moment', () => {
  const said = words(5000, [' a', 1, 0], [' b', 1, 0], [' c', 1, 0], [' d', 1.01])
  expect(said.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
  for (const [at, word] of said.entries()) {
    expect(word.startMs).toBeLessThan(word.endMs)
    expect(word.startMs).toBeGreaterThanOrEqual(said[at - 1]?.endMs ?? 0)
  }
})

test('begins a segment after a pause', () => {
  const segments = parseRecognition(transcribed([' one', 0.2], [' two', 0.4], [' three', 3]), 4000)
  expect(segments.map(({ text }) => text)).toEqual(['one two', 'three'])
})

test('leaves out what models mark noises with', () => {
  expect(words(5000, ['<|nospeech|>', 0], [' a', 1], ['<unk>', 1.2], [' ', 1.4], [' 3', 2], ['<4', 2.1])).toMatchObject(
    [{ text: 'a' }, { text: '3<4' }],
  )
})

test('keeps times within the chunk', () => {
  expect(words(1000, [' in', 0.9, 0.4], [' out', 1.2])).toEqual([{ startMs: 900, endMs: 1000, text: 'in' }])
})

test('hears nothing in nothing', () => {
  expect(parseRecognition({ text: '', tokens: [], timestamps: [], durations: [] }, 1000)).toEqual([])
})

test('without times is one segment', () => {
  const untimed = { text: ' all of it ', tokens: [' all', ' of', ' it'], timestamps: [], durations: [] }
  expect(parseRecognition(untimed, 1000)).toEqual([{ startMs: 0, endMs: 1000, text: 'all of it' }])
})

test('has default lengths where the model reports none', () => {
  const unmeasured = { ...transcribed([' a', 0.16], [' b', 2]), durations: [] }
  expect(parseRecognition(unmeasured, 3000)).toMatchObject([{ endMs: 240 }, { endMs: 2080 }])
})
