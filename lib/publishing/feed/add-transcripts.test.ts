import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_EPISODES } from '@/lib/podcasts/feed'
import { parsePodcastFeed } from '@/lib/podcasts/parse/parse-podcast-feed'
import { addTranscripts, insertions } from './add-transcripts'
import { MAX_PREFIXES } from './feed-places'

const VTT = { url: 'https://verbatim.example/t/one-abcdef.vtt', type: 'text/vtt', language: 'en' }
const SRT = { url: 'https://verbatim.example/t/one-abcdef.srt', type: 'application/x-subrip', language: null }
const ITEM = '<item><guid>1</guid><enclosure url="https://cdn.example/1.mp3" type="audio/mpeg"/></item>'
const TAG = `transcript url="${VTT.url}" type="text/vtt" language="en" />`

const rss = (inner: string, attributes = '') => `<rss version="2.0"${attributes}><channel>${inner}</channel></rss>`

const add = (feed: string | Uint8Array, contentType: string | null = null) =>
  addTranscripts(typeof feed === 'string' ? Buffer.from(feed) : feed, contentType, (enclosures) =>
    enclosures.includes('https://cdn.example/1.mp3') ? [VTT] : [],
  )
const added = async (feed: string) => (await add(feed)).toString()

test('a tag and its namespace are added, and the feed is read with them', async () => {
  const feed = await added(rss(ITEM))
  expect(feed).toBe(
    rss(ITEM.replace('</item>', `<podcast:${TAG}</item>`)).replace(
      '<rss',
      '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0"',
    ),
  )
  const { items } = await parsePodcastFeed(Buffer.from(feed), { contentType: null, url: 'https://show.example/feed' })
  expect(items[0]?.transcripts).toEqual([{ url: VTT.url, type: 'text/vtt', lang: 'en', rel: null }])
})

test('a label that is not known is left out, and an address is escaped', async () => {
  const feed = await addTranscripts(Buffer.from(rss(ITEM)), null, () => [{ ...SRT, url: 'https://v.example/?a&"b' }])
  expect(feed.toString()).toContain(
    '<podcast:transcript url="https://v.example/?a&amp;&quot;b" type="application/x-subrip" />',
  )
})

test.each([
  ['its own', ' xmlns:pc="https://podcastindex.org/namespace/1.0"', 'pc'],
  ['the former address', ` xmlns:p='https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md'`, 'p'],
])('the prefix that the feed binds to the namespace is used: %s', async (_, declaration, prefix) => {
  expect(await added(rss(ITEM, declaration))).toBe(
    rss(ITEM.replace('</item>', `<${prefix}:${TAG}</item>`), declaration),
  )
})

test('a prefix that means something else is not used', async () => {
  const feed = await added(rss(ITEM, ' xmlns:podcast="urn:other" xmlns:podcast1="urn:else"'))
  expect(feed).toContain('<rss xmlns:podcast2="https://podcastindex.org/namespace/1.0" version')
  expect(feed).toContain(`<podcast2:${TAG}`)
})

test('a prefix that is bound in one episode only is used there only', async () => {
  const bound = ITEM.replace('<item>', '<item xmlns:pc="https://podcastindex.org/namespace/1.0">')
  const feed = await added(rss(bound + ITEM))
  expect(feed).toContain(`<pc:${TAG}`)
  expect(feed).toContain(`<podcast:${TAG}`)
})

test('an episode that has the tag is left, as is a feed without anything to add', async () => {
  const had = await added(rss(ITEM))
  expect(await added(had)).toBe(had)
  const other = rss(ITEM.replace('1.mp3', '2.mp3'))
  expect(await added(other)).toBe(other)
})

test('text that looks like markup in comments and CDATA is none', async () => {
  const decoy = `<!-- ${ITEM} --><description><![CDATA[${ITEM} ]]]]><![CDATA[> </item>]]></description>`
  const feed = await added(rss(`${decoy}<item >${decoy}<enclosure url="https://cdn.example/1.mp3" /></item\n>`))
  expect(feed.split('podcast:transcript')).toHaveLength(2)
  expect(feed).toContain(`<enclosure url="https://cdn.example/1.mp3" /><podcast:${TAG}</item\n>`)
})

test('items elsewhere than in the channel are no episodes', async () => {
  const feed = rss(`<image>${ITEM}</image><item/>`)
  expect(await added(feed)).toBe(feed)
})

test.each([
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(rss(`<title>é</title>${ITEM}`))])],
  ['Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${rss(`<title>é</title>${ITEM}`)}`, 'latin1')],
  ['line ends of Windows', Buffer.from(rss(`<title>日本</title>\r\n${ITEM}\r\n`))],
])('only insertions change %s', async (_, bytes) => {
  const feed = await add(bytes)
  const [before = '', after = ''] = feed.toString('latin1').split(`<podcast:${TAG}`)
  const without = (before + after).replace(' xmlns:podcast="https://podcastindex.org/namespace/1.0"', '')
  expect(Buffer.from(without, 'latin1').equals(bytes)).toBe(true)
})

test.each([
  ['an unclosed element', rss(ITEM).replace('</channel>', '')],
  ['a bare ampersand', rss(`<title>A & B</title>${ITEM}`)],
  ['an entity of its own', rss(`<title>&nbsp;</title>${ITEM}`)],
  ['text before it', `x${rss(ITEM)}`],
  ['nothing', ''],
])('%s is refused', async (_, feed) => {
  await expect(add(feed)).rejects.toThrow(/not well-formed/)
})

test.each([
  ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', /RSS feeds only/],
  ['UTF-16', Buffer.from(`\ufeff${rss(ITEM)}`, 'utf16le'), /UTF-8|well-formed/],
  ['Shift_JIS', `<?xml version="1.0" encoding="Shift_JIS"?>${rss(ITEM)}`, /in UTF-8/],
  ['bytes that are no UTF-8', Buffer.from(rss('<title>é</title>'), 'latin1'), /in UTF-8/],
])('%s is refused', async (_, feed, said) => {
  await expect(add(feed)).rejects.toThrow(said)
})

const declarations = (count: number) => Array.from({ length: count }, (_, index) => ` xmlns:p${index}="urn:p"`).join('')

test('a feed that binds too many prefixes is refused, on one element or on many', async () => {
  const most = rss(ITEM, declarations(MAX_PREFIXES))
  expect(await added(most)).toContain(`<podcast:${TAG}`)
  await expect(add(rss(ITEM, declarations(MAX_PREFIXES + 1)))).rejects.toThrow(/namespace prefixes/)
  const titles = Array.from({ length: MAX_PREFIXES + 1 }, (_, index) => `<title xmlns:p${index}="urn:p"/>`)
  await expect(add(rss(titles.join('') + ITEM))).rejects.toThrow(/namespace prefixes/)
})

test('a prefix that an episode binds to something else is not used in it', async () => {
  const bound = ITEM.replace('<item>', '<item xmlns:pc="urn:other">')
  const feed = await added(rss(bound + ITEM, ' xmlns:pc="https://podcastindex.org/namespace/1.0"'))
  expect(feed).toContain(bound.replace('</item>', `<podcast:${TAG}</item>`))
  expect(feed).toContain(ITEM.replace('</item>', `<pc:${TAG}</item>`))
})

test('a feed with more episodes than a show may have is refused', async () => {
  await expect(add(rss('<item></item>'.repeat(MAX_EPISODES + 1)))).rejects.toThrow(/50000 episodes/)
})

test('each episode is a step of the work', () => {
  const episode = { end: 0, enclosures: ['https://cdn.example/1.mp3'], transcripts: [], prefix: null }
  const places = { items: Array.from({ length: 30 }, () => episode), declaration: 0, freePrefix: 'podcast' }
  expect([...insertions(places, true, () => [VTT])]).toHaveLength(30)
})

const text = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((value) => value.toWellFormed().replace(/[\p{Cc}<>&\ufffe\uffff]/gu, ''))
const aside = fc.oneof(
  text,
  text.map((value) => `<!--${value.replaceAll('-', '')}-->`),
  text.map((value) => `<![CDATA[<item>${value.replaceAll(']', '')}</item>]]>`),
  text.map((value) => `<title a="${value.replaceAll('"', '')}">${value}</title>\r\n`),
)
const anItem = fc
  .tuple(aside, fc.constantFrom('1', '2', '3'), aside)
  .map(([before, id, after]) => `<item>${before}<enclosure url='https://cdn.example/${id}.mp3'/>${after}</item>`)
const aFeed = fc
  .tuple(aside, fc.array(fc.oneof(anItem, aside), { maxLength: 8 }))
  .map(([before, items]) => rss(before + items.join('')))

test('any feed differs by insertions only, and each is where it belongs', async () => {
  await fc.assert(
    fc.asyncProperty(aFeed, async (feed) => {
      const out = await added(feed)
      const episodes = feed.match(/<enclosure url='https:\/\/cdn\.example\/1\.mp3'\/>/g)?.length ?? 0
      const parts = out.split(`<podcast:${TAG}`)
      expect(parts).toHaveLength(episodes + 1)
      for (const part of parts.slice(1)) expect(part.startsWith('</item>')).toBe(true)
      const without = parts.join('').replace(' xmlns:podcast="https://podcastindex.org/namespace/1.0"', '')
      expect(without).toBe(feed)
    }),
  )
})
