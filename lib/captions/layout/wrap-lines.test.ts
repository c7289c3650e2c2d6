import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/test/property-runs'
import { arbitraryCues, lettersOf } from '../testing/arbitrary-cues'
import { tidyText } from '../text/tidy-text'
import { displayColumns } from './columns'
import { wrapLines } from './wrap-lines'

describe('displayColumns', () => {
  test.each([
    ['', 0],
    ['plain text', 10],
    ['e\u0301a', 2],
    ['字幕', 4],
    ['한국어 text', 11],
    ['が', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['สวัสดี', 4],
  ])('%j takes %i', (text, columns) => expect(displayColumns(text)).toBe(columns))

  test('counts the clusters that the whole text has', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        'é',
        'ạ',
        '字',
        'が',
        '가',
        '\u1112',
        '\u1161',
        '\u11ab',
        'ก',
        'ั',
        '\u0e33',
        'ا',
        '\u064e',
        'א',
        '\u05b0',
      ],
      ...['\u0301', '\u3099', '\u200d', '\u200f', '\u00ad', '\u0600', '\ufe0f', '\u20e3', '\ufffd', '\ud800', ' '],
      ...['👩', '👍', '🏽', '🇩', '🇪', '©', '❤', 'क', '्', 'ि', '“', '…'],
    )
    const isNarrow = (cluster: string) => displayColumns(cluster) === 1
    const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const text = units.join('')
        const clusters = Array.from(graphemes.segment(text), ({ segment }) => segment)
        const wide = clusters.filter((cluster) => !isNarrow(cluster))
        expect(displayColumns(text)).toBe(clusters.length + wide.length)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })
})

describe('wrapLines', () => {
  test.each<[string, string, string[]]>([
    ['a short text', 'so it begins', ['so it begins']],
    ['42 columns', 'x'.repeat(20).concat(' ', 'y'.repeat(21)), ['x'.repeat(20).concat(' ', 'y'.repeat(21))]],
    [
      'lines of similar length',
      'We choose to go to the moon in this decade and do the other things',
      ['We choose to go to the moon in this', 'decade and do the other things'],
    ],
    ['a word longer than a line', 'x'.repeat(50), ['x'.repeat(42), 'x'.repeat(8)]],
    ['16 Chinese characters', '一二三四五六七八九十一二三四五六', ['一二三四五六七八九十一二三四五六']],
    ['13 Japanese characters', 'あいうえおかきくけこさしす', ['あいうえおかきくけこさしす']],
    ['16 Korean characters', '가'.repeat(16), ['가'.repeat(16)]],
    ['17 Korean characters', `${'가'.repeat(8)} ${'나'.repeat(8)}`, ['가'.repeat(8), '나'.repeat(8)]],
    [
      'a word that fits on a line, whole',
      'It belonged to Donaudampfschifffahrtsgesellschaft',
      ['It belonged to', 'Donaudampfschifffahrtsgesellschaft'],
    ],
    [
      'an address that fits on a line, whole',
      'It is all described on https://example.org/a/b-c?d=e&f',
      ['It is all described on', 'https://example.org/a/b-c?d=e&f'],
    ],
    [
      'an address longer than a line, between its parts',
      'See https://www.example.org/library/recordings/first-part?lang=en&view=all',
      ['See https://www.example.org/library/', 'recordings/first-part?lang=en&view=all'],
    ],
    [
      'an address in other letters, between its parts',
      'https://пример.рф/библиотека/записи/первая-часть.html',
      ['https://пример.рф/библиотека/', 'записи/первая-часть.html'],
    ],
    [
      'an address in Japanese, between its parts',
      '詳しくはhttps://example.jp/library/recordings/firstへ',
      ['詳しくはhttps://example.jp/', 'library/recordings/firstへ'],
    ],
    ['signs that join nothing', '-'.repeat(50), ['-'.repeat(42), '-'.repeat(8)]],
    [
      'a sign with an accent, whole',
      `${'x'.repeat(30)}-\u0301${'y'.repeat(20)}`,
      [`${'x'.repeat(30)}-\u0301${'y'.repeat(11)}`, 'y'.repeat(9)],
    ],
    ['white space', ' \n a\n\n\tb ', ['a b']],
    ['nothing', '', []],
  ])('%s', (_, text, lines) => expect(wrapLines(text)).toEqual(lines))

  test('Chinese has at most 16 characters a line, and no closing punctuation begins one', () => {
    const lines = wrapLines('我们今天要讨论的是字幕的自动换行问题，它比看起来要难得多。因为中文没有空格！')
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line).toMatch(/^[^，。！].{0,15}$/u)
  })

  test('Thai breaks between words', () => {
    const text = 'วันนี้เราจะพูดถึงการตัดบรรทัดของคำบรรยายซึ่งยากกว่าที่คิดเพราะไม่มีช่องว่างระหว่างคำ'
    const words = new Intl.Segmenter('th', { granularity: 'word' })
    const starts = new Set([...words.segment(text)].map((word) => word.index))
    const lines = wrapLines(text)
    expect(lines.join('')).toBe(text)
    expect(lines.length).toBeGreaterThan(1)
    expect(starts).toContain(lines[0]?.length)
  })

  test.each([
    ['before it', 'We were told that nobody had ever crossed the old river in the winter before'],
    ['in a text of many lines', 'one and two and three and four of the '.repeat(12).trim()],
    [
      'in another alphabet’s company',
      'В этом городе the river is a quiet place, и поэтому the people of the town sleep',
    ],
  ])('no line ends in an article: %s', (_, text) => {
    const lines = wrapLines(text)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/(?:^| )(?:a|an|the)$/i)
    expect(lines.join(' ')).toBe(text)
  })

  test('an article ends a line where there is no room for it on another', () => {
    expect(wrapLines(`${'x'.repeat(38)} the ${'y'.repeat(40)}`)).toEqual([`${'x'.repeat(38)} the`, 'y'.repeat(40)])
  })

  test('a text without spaces that is too long for a caption is cut into full lines', () => {
    const text = '我们今天要讨论的是字幕的自动换行问题。'.repeat(1000)
    const lines = wrapLines(text)
    expect(lines.join('')).toBe(text)
    for (const line of lines.slice(0, -1)) expect(line).toHaveLength(16)
  })

  test('a grapheme cluster is never cut', () => {
    const family = '👩‍👩‍👧'
    expect(wrapLines(family.repeat(30))).toEqual([family.repeat(21), family.repeat(9)])
  })

  test('every line of any text keeps the bound, and no letter is lost', () => {
    fc.assert(
      fc.property(arbitraryCues(), (cues) => {
        for (const cue of cues) {
          const text = tidyText(cue.text)
          const lines = wrapLines(text)
          for (const line of lines) expect(displayColumns(line)).toBeLessThanOrEqual(42)
          for (const line of lines) expect(line).toMatch(/\S/)
          expect(lettersOf(lines.join(' '))).toBe(lettersOf(text))
        }
      }),
    )
  })
})
