import { expect, test } from 'vitest'
import { applyCorrection, type Correction } from './correction'

const TEXT = {
  segments: [
    { startMs: 0, endMs: 1_000, text: 'The marmit saw a marmit there.', speaker: 'S1' },
    { startMs: 1_000, endMs: 2_000, text: 'Marmit', speaker: 'S2' },
    { startMs: 2_000, endMs: 3_000, text: 'Nobody else.', speaker: 'S3' },
  ],
  speakers: ['S1', 'S2', 'S3'].map((id) => ({ id, name: null })),
}

function apply(correction: Correction, { coveredMs = null as number | null, maxBytes = 1_000, of = TEXT } = {}) {
  const { text, count } = applyCorrection(of, correction, {
    extent: { coveredMs, totalMs: 3_000, maxBytes },
    undone: [],
  })
  return { count, texts: text.segments.map((segment) => segment.text), text }
}

const replace = (find: string, replacement: string, wholeWords = true): Correction => ({
  kind: 'replace',
  replacement: { find, replacement, caseSensitive: false, wholeWords },
})

test('every match of a term is replaced and counted', () => {
  const { count, texts } = apply(replace('marmit', 'marmot'))
  expect([count, texts]).toEqual([3, ['The marmot saw a marmot there.', 'marmot', 'Nobody else.']])
})

test('a segment of which nothing is left is deleted', () => {
  expect(apply(replace('marmit', '')).texts).toEqual(['The saw a there.', 'Nobody else.'])
})

test.each([
  ['It saw a bird.', 'It saw a.'],
  ['A bird bird – no bird!', 'A – no!'],
  ['« Bonjour bird !', '« Bonjour !'],
])('a word that is deleted from "%s" leaves no space before what follows', (text, expected) => {
  const of = { ...TEXT, segments: [{ startMs: 0, endMs: 1_000, text, speaker: 'S1' }] }
  expect(apply(replace('bird', ''), { of }).texts).toEqual([expected])
})

test.each([
  ['They rebuild it.', 're', 'They build it.'],
  ['The bird-song.', 'bird', 'The -song.'],
  ['The bird’s song.', 'bird', 'The ’s song.'],
  ['สวัสดี ครับผม', 'ครับ', 'สวัสดี ผม'],
])('a deletion in "%s" that leaves a part of the word keeps the space before it', (text, find, expected) => {
  const of = { ...TEXT, segments: [{ startMs: 0, endMs: 1_000, text, speaker: 'S1' }] }
  expect(apply(replace(find, '', false), { of }).texts).toEqual([expected])
})

test('a term is replaced only in the part of a text that a user has', () => {
  const { count, texts } = apply(replace('marmit', 'marmot'), { coveredMs: 1_000 })
  expect([count, texts]).toEqual([2, ['The marmot saw a marmot there.', 'Marmit', 'Nobody else.']])
})

test('an edit outside of the part that a user has is refused', () => {
  const edits = [{ index: 0, deleted: 1, segments: [{ text: 'Late.', startMs: 500, endMs: 2_500 }] }]
  expect(() => apply({ kind: 'edit', edits }, { coveredMs: 1_000 })).toThrow(
    expect.objectContaining({ code: 'invalid_edit' }),
  )
})

test('a replacement that would make a text too long is refused, and one that shortens it is not', () => {
  const maxBytes = 50
  expect(() => apply(replace('marmit', 'm'.repeat(10)), { maxBytes })).toThrow(
    expect.objectContaining({ code: 'file_too_large', context: { max_bytes: 50, bytes: 60 } }),
  )
  expect(apply(replace('marmit', 'm'), { maxBytes }).count).toBe(3)
})

test('speakers that are merged one after the other are all the last one', () => {
  const merged = [
    { from: 'S1', into: 'S2' },
    { from: 'S2', into: 'S3' },
  ]
  const { text } = apply({ kind: 'speakers', edit: { names: [{ id: 'S3', name: ' Ann ' }], merged } })
  expect(text.segments.map(({ speaker }) => speaker)).toEqual(['S3', 'S3', 'S3'])
  expect(text.speakers).toEqual([{ id: 'S3', name: 'Ann' }])
})
