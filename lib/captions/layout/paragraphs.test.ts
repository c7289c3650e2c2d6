import { describe, expect, test } from 'vitest'
import { toParagraphs } from './paragraphs'

/** Segments of 4 s, one right after the other. */
const row = (texts: readonly string[]) => texts.map((text, i) => ({ startMs: i * 4000, endMs: i * 4000 + 4000, text }))

describe('toParagraphs', () => {
  test('a pause of more than 2 s begins a paragraph, one of 2 s does not', () => {
    const segments = [
      { startMs: 0, endMs: 1000, text: 'one' },
      { startMs: 3000, endMs: 4000, text: 'two' },
      { startMs: 6001, endMs: 7000, text: 'three' },
    ]
    expect(toParagraphs(segments)).toEqual([
      { startMs: 0, endMs: 4000, text: 'one two' },
      { startMs: 6001, endMs: 7000, text: 'three' },
    ])
  })

  test('after 60 s the first end of a sentence begins one', () => {
    const texts = Array.from({ length: 20 }, (_, i) =>
      i === 3 || i === 16 ? 'It ends.' : i === 15 ? 'I met Mr.' : 'And so',
    )
    expect(toParagraphs(row(texts), 'en').map((paragraph) => paragraph.startMs)).toEqual([0, 17 * 4000])
  })

  test('without sentences one begins after 120 s', () => {
    const starts = toParagraphs(row(Array.from({ length: 70 }, () => 'and so'))).map((paragraph) => paragraph.startMs)
    expect(starts).toEqual([0, 120_000, 240_000])
  })

  test('Chinese and Japanese are joined without spaces and end their sentences too', () => {
    const paragraphs = toParagraphs(row(Array.from({ length: 20 }, () => '字幕を作る。')), 'ja')
    expect(paragraphs.map((paragraph) => paragraph.text)).toEqual(['字幕を作る。'.repeat(15), '字幕を作る。'.repeat(5)])
  })

  test.each([
    ['el', 'Είναι έτσι;'],
    ['hi', 'ऐसा है।'],
    ['en', '“So it is.”)'],
    ['ja', 'そうです。」'],
  ])('in %s a sentence ends with %j', (lang, text) => {
    expect(toParagraphs(row(Array.from({ length: 16 }, () => text)), lang)).toHaveLength(2)
  })

  test('a language tag that is none is answered by the general rules', () => {
    expect(toParagraphs(row(Array.from({ length: 20 }, () => 'It ends.')), 'not a tag')).toHaveLength(2)
  })

  test('no segments, no paragraphs', () => expect(toParagraphs([])).toEqual([]))
})
