import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '@/lib/core/problem/problem'
import { propertyRuns } from '@/test/property-runs'
import type { Feed } from '../feed'
import { parsePodcastFeed } from './parse-podcast-feed'

const TRICKY = fc.constantFrom(
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '\n',
    '\0',
    '\ufeff',
    '\ud800',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '<?',
    '?>',
  ],
  ...['<!DOCTYPE a [', ']>', '&#0;', '&#x110000;', '&amp;', '&nbsp;', '<rss version="2.0">', '</rss>', '<channel>'],
  ...['<item>', '</item>', '<entry>', '<feed xmlns="http://www.w3.org/2005/Atom">', '<rdf:RDF>', '<title>', '</title>'],
  ...[
    '<link>',
    '<link href="x" rel="next"/>',
    '<enclosure url="a.mp3"/>',
    '<enclosure url="http://[" type="audio/x"/>',
  ],
  ...[
    '<guid>',
    '</guid>',
    '<podcast:transcript url="x"/>',
    'xmlns:a="',
    'xml:base="//"',
    '<itunes:duration>1:2:3',
    '{',
    '[',
    ',',
  ],
  ...[
    '{"version":"https://jsonfeed.org/version/1","items":[',
    '"attachments":[{"url":"a.mp3"}]',
    '%',
    '://',
    '__proto__',
  ],
)
const TEXT = fc.array(fc.oneof({ weight: 4, arbitrary: TRICKY }, fc.string({ maxLength: 8 })), { maxLength: 60 })

/** The feed, or null where it is refused as it should be. */
async function read(bytes: Uint8Array): Promise<Feed | null> {
  try {
    return await parsePodcastFeed(bytes, { contentType: null, url: 'https://feeds.example/a/b' })
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function check(feed: Feed | null): void {
  if (feed === null) return
  for (const { guid, title, audioUrl } of feed.items) {
    expect(audioUrl).toMatch(/^https?:\/\//)
    expect(title).not.toBe('')
    expect(guid).toMatch(/^\P{Cc}+$/u)
  }
}

test('any text is a feed or a problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('', '<rss><channel>', '<feed>', '{'), TEXT, async (start, chunks) => {
      check(await read(Buffer.from(start + chunks.join(''))))
    }),
    { numRuns: propertyRuns(3000) },
  )
})

test('any bytes are a feed or a problem', async () => {
  const start = fc.constantFrom([], [...Buffer.from('<rss><channel><title>')], [0xff, 0xfe], [0xfe, 0xff])
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, tail) => {
      check(await read(Buffer.from([...head, ...tail])))
    }),
    { numRuns: propertyRuns(2000) },
  )
})

const ITEM = '<rss version="2.0"><channel><item>'
const HOSTILE: [string, string, string][] = [
  ['opening signs', ITEM, '<'],
  ['unclosed tags', ITEM, '<a>'],
  ['unclosed titles', ITEM, '<title>'],
  ['closing tags', ITEM, '</a>'],
  ['comments', ITEM, '<!-- '],
  ['CDATA', ITEM, '<![CDATA['],
  ['instructions', ITEM, '<?a '],
  ['entities', '<!DOCTYPE rss [', '<!ENTITY a "b">'],
  ['ampersands', `${ITEM}<title>`, '&amp;'],
  ['brackets in an author', `${ITEM}<author>`, '('],
  ['attributes', `${ITEM}<enclosure `, 'a="b" '],
  ['one attribute', `${ITEM}<enclosure url="`, 'a&'],
  ['namespaces', `${ITEM}<enclosure `, 'xmlns:a="b" '],
  ['digits of a duration', `${ITEM}<itunes:duration>`, '1:'],
  ['words of a date', `${ITEM}<pubDate>`, 'Mon, '],
  ['tags in a title', `${ITEM}<title><![CDATA[`, '<b '],
  ['enclosures', ITEM, '<enclosure url="a.mp3"/>'],
  ['episodes', '<rss><channel>', '<item><enclosure url="a.mp3"/></item>'],
  ['white space', '', ' '],
  ['objects', '', '{"a":'],
]

test.each(HOSTILE)('3 MB of %s are read about as fast as they come', async (_name, start, chunk) => {
  const bytes = Buffer.from(start + chunk.repeat(Math.ceil(3_000_000 / chunk.length)))
  // Only what takes more than linear time reaches the test's time limit.
  check(await read(bytes))
})
