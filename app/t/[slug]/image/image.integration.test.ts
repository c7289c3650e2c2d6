import { expect, test, vi } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { findPublicTranscript } from '@/lib/publishing/find-public-transcript'
import { drawQuote } from '@/lib/publishing/picture/draw-quote'
import { unpublish } from '@/lib/publishing/publications'
import { publishLibraryItem } from '@/lib/publishing/publish-library-item'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { byline, headline } from './headline'
import { GET } from './route'

await useService()
const { userId } = await newUser()
const PNG = [0x89, 0x50, 0x4e, 0x47]
const WIDTH_AND_HEIGHT = [1200, 630]

const TITLES: [string, string, string, string][] = [
  ['Latin', 'en', 'An Ordinary Title', 'An Ordinary Title'],
  ['Latin with marks', 'pl', 'Żółć ąęłńś: “cytat”…', 'Żółć ąęłńś: “cytat”…'],
  ['Latin and pictures', 'en', '🎵 A Song 👩🏽‍🚀 🇫🇷 1️⃣', 'A Song 1'],
  ['pictures alone', 'en', '🎵🎵', 'Transcript in English'],
  ['Vietnamese', 'vi', 'Tiếng Việt', 'Transcript in Vietnamese'],
  ['Greek', 'el', 'Ελληνικά', 'Transcript in Greek'],
  ['Cyrillic', 'ru', 'Русский', 'Transcript in Russian'],
  ['Arabic', 'ar', 'العربية', 'Transcript in Arabic'],
  ['Hebrew', 'he', 'עברית', 'Transcript in Hebrew'],
  ['Devanagari', 'hi', 'हिन्दी', 'Transcript in Hindi'],
  ['Bengali', 'bn', 'বাংলা', 'Transcript in Bangla'],
  ['Tamil', 'ta', 'தமிழ்', 'Transcript in Tamil'],
  ['Thai', 'th', 'ภาษาไทย', 'Transcript in Thai'],
  ['Georgian', 'ka', 'ქართული', 'Transcript in Georgian'],
  ['Chinese', 'zh-Hant', '中文', 'Transcript in Traditional Chinese'],
  ['Japanese', 'ja', '日本語の題名', 'Transcript in Japanese'],
  ['Korean', 'ko', '한국어', 'Transcript in Korean'],
]

test.each(TITLES)('a title in %s is drawn, or replaced by its language, and no font is asked for', async (...given) => {
  const [script, lang, title, expected] = given
  const { libraryItemId } = await storeTestTranscript(userId, {
    videoId: `og ${script}`,
    title,
    lang,
    totalMs: 200_000,
  })
  const { slug } = await publishLibraryItem({ userId, tier: 'pro', kind: 'local' }, libraryItemId)
  const transcript = await findPublicTranscript(slug, 'text')
  expect(headline(transcript)).toBe(expected)
  expect(byline(transcript)).toMatch(/^Transcript from YouTube, [A-Z][\w ]+, 3/)
  const asked = vi.spyOn(globalThis, 'fetch')
  const answer = await GET(new Request(`http://localhost:3000/t/${slug}/image`), { params: Promise.resolve({ slug }) })
  const picture = Buffer.from(await answer.arrayBuffer())
  const outside = asked.mock.calls.map(([target]) => String(target)).filter((target) => /^https?:/.test(target))
  asked.mockRestore()
  expect([answer.status, outside]).toEqual([200, []])
  expect([...picture.subarray(0, 4)]).toEqual(PNG)
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(WIDTH_AND_HEIGHT)
})

const LINES = ['The first words.', 'And so, my fellow Americans', '한국어입니다']

async function publishLines(videoId: string, lines = LINES): Promise<string> {
  const { libraryItemId } = await storeTestTranscript(userId, { videoId, title: 'A talk', lines })
  return (await publishLibraryItem({ userId, tier: 'pro', kind: 'local' }, libraryItemId)).slug
}

const image = (slug: string, query = '', headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost:3000/t/${slug}/image${query}`, { headers }), { params: Promise.resolve({ slug }) })

test('a quote has a separate image, which revalidates like the page image', async () => {
  const slug = await publishLines('quoted')
  const answers = await Promise.all(['', '?t=4-8', '?t=0-8'].map((query) => image(slug, query)))
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  const [, quote] = answers
  expect(bodies.map((body) => [body.readUInt32BE(16), body.readUInt32BE(20)])).toEqual(
    bodies.map(() => WIDTH_AND_HEIGHT),
  )
  expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(3)
  expect([quote?.status, quote?.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
  const etag = quote?.headers.get('etag') ?? ''
  expect((await image(slug, '?t=4.00-8', { 'if-none-match': etag })).status).toBe(304)
  expect((await image(slug, '?t=0-8', { 'if-none-match': etag })).status).toBe(200)
})

test.each(['?t=x', '?t=4', '?t=500-600', '?t=8-12', `?t=${'1'.repeat(5000)}`])(
  '%s names nothing that can be drawn, so the picture is that of the page',
  async (query) => {
    const slug = await publishLines(`page of ${query.slice(0, 20)}`)
    const [page, quote] = [await image(slug), await image(slug, query)]
    expect(quote.headers.get('etag')).toBe(page.headers.get('etag'))
  },
)

test('words that nothing can be drawn of get the picture of the page', async () => {
  const slug = await publishLines('invisible', ['\u00ad'])
  const [page, quote] = [await image(slug), await image(slug, '?t=0-4')]
  expect([quote.status, quote.headers.get('etag')]).toEqual([200, page.headers.get('etag')])
})

test('a title with marks above each other is left out where it is too high', async () => {
  const said = { words: 'The first words.', detail: '0:00', site: 'Verbatim' }
  const high = await drawQuote({ ...said, title: `a${'\u0302'.repeat(400)}` })
  expect(Buffer.from(high).equals(await drawQuote({ ...said, title: '' }))).toBe(true)
})

test.each(['title', 'detail', 'site'] as const)('the %s of a quote is in its picture', async (part) => {
  const quote = { words: 'The first words.', title: 'A talk', detail: '0:00', site: 'Verbatim' }
  const without = await drawQuote({ ...quote, [part]: '' })
  expect(Buffer.from(await drawQuote(quote)).equals(without)).toBe(false)
})

test('an unpublished quote has no image, and drawing is rate-limited', async () => {
  const slug = await publishLines('withdrawn')
  setEnv({ RATE_LIMIT_PUBLIC_PER_MINUTE: '2' })
  const from = (query: string) => image(slug, query, { 'x-forwarded-for': '192.0.2.7' })
  const statuses = [await from('?t=0-4'), await from('?t=4-8'), await from('?t=0-8')].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await from('?t=0-8')).headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await from('')).status).toBe(200)
  await unpublish({ userId, tier: 'pro', kind: 'local' }, slug)
  expect((await image(slug, '?t=4-8')).status).toBe(404)
})
