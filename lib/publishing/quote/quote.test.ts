import { expect, test } from 'vitest'
import { isDrawable, isRightToLeft, withoutPictures } from '../picture/drawable'
import { cutQuote, parseQuote, quoteOf } from './quote'
import { cardOf, withQuoteCard } from './quote-card'

const line = (start: number, end: number, text: string, speaker?: string) => ({
  start,
  end,
  duration: end - start,
  text,
  ...(speaker ? { speaker } : {}),
})
const SEGMENTS = [
  line(0, 4.2, 'The first words.', 'S1'),
  line(4.24, 8, 'And then  others,', 'S1'),
  line(8, 12, 'by somebody else.', 'S2'),
]
const SPEAKERS = [
  { id: 'S1', name: 'Ann' },
  { id: 'S2', name: null },
]
const quoted = (t: string, segments = SEGMENTS) => {
  const range = parseQuote(t)
  return range && quoteOf({ segments, speakers: SPEAKERS }, range)
}

test('a quote has the lines that its link names, and their speaker if they have only one', () => {
  expect(quoted('4.2-8')).toEqual({ text: 'And then others,', start: 4.24, end: 8, speaker: 'Ann', time: '4.2-8' })
  expect(quoted('8.00-12')).toMatchObject({ text: 'by somebody else.', speaker: 'Speaker 2', time: '8-12' })
  expect(quoted('0-12')).toMatchObject({ text: 'The first words. And then others, by somebody else.', speaker: null })
})

test.each(['4', '', 'x', '8-4', '1-2-3', '100-200', '1-2'])('%s names no quote', (t) => {
  expect(quoted(t)).toBeNull()
})

test('lines without spaces between words are joined without one', () => {
  expect(quoted('0-9', [line(0, 4, '我们不要问'), line(4, 8, '国家')])?.text).toBe('我们不要问国家')
})

test('a stretch of nothing but spaces has no words', () => {
  expect(quoted('0-9', [line(0, 4, ' ')])).toBeNull()
})

test('a long quote is cut between words, and within one that is longer than any', () => {
  const cut = cutQuote('word after word, '.repeat(40))
  expect(cut.length).toBeLessThanOrEqual(280)
  expect(cut).toMatch(/word…$/)
  expect([...cutQuote('字'.repeat(400))]).toHaveLength(280)
  expect(cutQuote('short')).toBe('short')
})

test('the card of a quote replaces that of the page, and nothing else of it', () => {
  const words = 'He said: “$& <b>no</b>” & "left"'
  const quote = { text: words, start: 4, end: 8, speaker: 'Ann', time: '4-8', title: 'A talk' }
  const head =
    '<head><link rel="canonical" href="/t/a"/><meta property="og:title" content="A talk"/><meta name="twitter:image" content="/t/a/image"/><meta property="og:type" content="article"/></head>'
  const body = '<meta property="og:title" content="said in the text"/>'
  const html = withQuoteCard(Buffer.from(head + body), cardOf('https://verbatim.example/t/a', quote)).toString()
  expect(html).toContain('content="“He said: “$&amp; &lt;b&gt;no&lt;/b&gt;” &amp; &quot;left&quot;”"/>')
  expect(html).toContain('"https://verbatim.example/t/a/image?t=4-8"/>')
  expect(html).toContain('<link rel="canonical" href="/t/a"/>')
  expect(html).toContain('content="article"')
  expect(html.endsWith(body)).toBe(true)
})

test('a card says whose words they are, and has those that are too many for its title', () => {
  const quote = { text: 'word '.repeat(40).trim(), start: 62, end: 69, speaker: 'Ann', time: '62-69', title: 'A talk' }
  const { title, summary } = cardOf('https://verbatim.example/t/a', quote)
  expect(title).toMatch(/^“word .{80,110}word…”$/)
  expect(summary).toBe(`“${quote.text}” A talk · 1:02–1:09 · Ann`)
})

test.each([
  ['“Ask not”, ½ – 20°', true],
  ['Tiếng Việt, Ελληνικά, Русский', true],
  ['العربية، ١٢٣؟', true],
  ['我们「かな」々。', false],
  ['“Ask” 「', false],
  ['한국어', false],
  ['Ｆｕｌｌｗｉｄｔｈ', false],
  ['हिन्दी', false],
  ['𠀀', false],
])('%s: drawable %s', (text, expected) => {
  expect(isDrawable(text)).toBe(expected)
})

test('pictures are left out of what is drawn, signs are not', () => {
  expect(withoutPictures('🎵 20° © 👩🏽‍🚀 b')).toBe('20° © b')
})

test('the first letter decides on the direction', () => {
  expect(['“שלום” and', 'and שלום', '123'].map(isRightToLeft)).toEqual([true, false, false])
})
