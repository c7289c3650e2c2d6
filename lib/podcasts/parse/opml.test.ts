import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '@/lib/captions/parsing/steps'
import { propertyRuns } from '@/test/property-runs'
import { opmlSteps, type SubscriptionList } from './opml'

const read = (...texts: string[]): SubscriptionList | null => runSteps(opmlSteps(texts))
const body = (outlines: string) => `<opml version="2.0"><head/><body>${outlines}</body></opml>`
const feedsOf = (outlines: string) => read(body(outlines))?.feeds.map(({ url }) => url)

describe('exports of apps', () => {
  test('Overcast: feeds in a group, with episodes that are no feeds', () => {
    const file = `<?xml version="1.0" encoding="utf-8"?>
<opml version="1.0">
  <head><title>Overcast Podcast Subscriptions</title></head>
  <body>
    <outline text="playlists"><outline type="podcast-playlist" title="Morning" smart="1"/></outline>
    <outline text="feeds">
      <outline type="rss" overcastId="101" text="One &amp; Two" title="One &amp; Two" xmlUrl="https://one.example/feed" htmlUrl="https://one.example" subscribed="1">
        <outline type="podcast-episode" overcastId="1001" title="Episode 1" url="https://one.example/1" enclosureUrl="https://cdn.example/1.mp3"/>
        <outline type="podcast" title="Episode 2" url="https://cdn.example/2.mp3"/>
      </outline>
      <outline type="rss" text="Three" title="Three" xmlUrl="https://three.example/feed"/>
    </outline>
  </body>
</opml>`
    expect(read(file)).toEqual({
      title: 'Overcast Podcast Subscriptions',
      feeds: [
        { url: 'https://one.example/feed', title: 'One & Two' },
        { url: 'https://three.example/feed', title: 'Three' },
      ],
    })
  })

  test('Pocket Casts: titles in text alone, some without one', () => {
    const file = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<opml version="1.0">
  <head>
    <title>Pocket Casts Feeds</title>
  </head>
  <body>
    <outline text="feeds">
      <outline type="rss" text="Gardeners&apos; Questions" xmlUrl="https://a.example/b006.rss" />
      <outline xmlUrl="https://b.example/shows/2?key1=value1&key2=value2" type="rss" />
    </outline>
  </body>
</opml>`
    expect(read(file)).toEqual({
      title: 'Pocket Casts Feeds',
      feeds: [
        { url: 'https://a.example/b006.rss', title: "Gardeners' Questions" },
        { url: 'https://b.example/shows/2?key1=value1&key2=value2', title: null },
      ],
    })
  })

  test('AntennaPod: feeds without a group, a title and a text', () => {
    const file = `<?xml version='1.0' encoding='UTF-8' standalone='no' ?>
<opml version="2.0">
  <head>
    <title>AntennaPod Subscriptions</title>
    <dateCreated>19 Oct 25 17:27:06 +0200</dateCreated>
  </head>
  <body>
    <outline text="mine" title="The Show" type="rss" xmlUrl="http://show.example/podcast.xml" htmlUrl="http://show.example" />
  </body>
</opml>`
    expect(read(file)).toEqual({
      title: 'AntennaPod Subscriptions',
      feeds: [{ url: 'http://show.example/podcast.xml', title: 'The Show' }],
    })
  })

  test('Apple Podcasts: groups in groups, with a byte order mark', () => {
    const file = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
<opml version="1.0"><head><title>Podcasts</title></head><body>
  <outline text="Podcasts"><outline text="News"><outline type="rss" text="Žluťoučký kůň" title="Žluťoučký kůň"
    xmlUrl="https://news.example/rss" htmlUrl="https://news.example"/></outline></outline>
  <outline text="Stations"/>
</body></opml>`
    expect(read(file)?.feeds).toEqual([{ url: 'https://news.example/rss', title: 'Žluťoučký kůň' }])
  })
})

describe('an outline', () => {
  test.each(['xmlUrl', 'xmlurl', 'XMLURL', 'XmlUrl'])('has its feed in %s', (name) => {
    expect(feedsOf(`<outline ${name}=" https://a.example/feed "/>`)).toEqual(['https://a.example/feed'])
  })

  test.each([
    ['no type', '', true],
    ['the type rss', 'type="RSS"', true],
    ['the type of a page', 'type="link"', false],
    ['the type of another list', 'type="include"', false],
  ])('with url and %s', (_name, type, isFeed) => {
    expect(feedsOf(`<outline ${type} text="A" url="https://a.example/feed"/>`)).toEqual(
      isFeed ? ['https://a.example/feed'] : [],
    )
  })

  test('that is commented out is left out, with those in it', () => {
    const hidden = '<outline isComment="true"><outline xmlUrl="https://a.example/"/></outline>'
    expect(feedsOf(`${hidden}<outline xmlUrl="https://b.example/"/>`)).toEqual(['https://b.example/'])
  })

  test('that repeats a feed is left out, with any form of its URL', () => {
    const urls = [
      'https://a.example/x',
      'https://b.example/',
      'HTTPS://A.example:443/x',
      'https://b.example',
      'no link',
    ]
    expect(feedsOf([...urls, 'no link'].map((url) => `<outline xmlUrl="${url}"/>`).join(''))).toEqual([
      'https://a.example/x',
      'https://b.example/',
      'no link',
    ])
  })

  test('has a title on one line, without markup, of bounded length', () => {
    const titleOf = (title: string) =>
      read(body(`<outline title="${title}" xmlUrl="https://a.example/"/>`))?.feeds[0]?.title
    expect(titleOf('&lt;b&gt;Q&amp;amp;A&lt;/b&gt;\n  today')).toBe('Q&A today')
    expect(titleOf('')).toBeNull()
    expect(titleOf('x'.repeat(100_000))).toHaveLength(500)
  })
})

describe('a file', () => {
  test('without feeds is a list of none', () => {
    expect(read(body('<outline text="feeds"/>'))).toEqual({ title: null, feeds: [] })
    expect(read('<opml/>')).toEqual({ title: null, feeds: [] })
  })

  test.each(['', 'hello', '{"opml":1}', '<html><opml/></html>', '<rss><channel/></rss>', '<!-- <opml/> -->'])(
    'that is no OPML is none: %s',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )

  test.each([
    [
      'an end that is missing',
      '<opml><body><outline xmlUrl="https://a.example/"><outline xmlUrl="https://b.example/"/>',
    ],
    [
      'ends in another order',
      '<opml><body><outline xmlUrl="https://a.example/"></body><outline xmlUrl="https://b.example/"></opml>',
    ],
    [
      'an ampersand that is not escaped',
      '<opml><outline text="A & B" xmlUrl="https://a.example/"/><outline xmlUrl="https://b.example/"/>',
    ],
    [
      'an entity that is not declared',
      '<opml><outline text="&x;" xmlUrl="https://a.example/"/><outline xmlUrl="https://b.example/"/></opml>',
    ],
  ])('that is not well-formed is read as far as possible: %s', (_name, text) => {
    expect(read(text)?.feeds.map(({ url }) => url)).toEqual(['https://a.example/', 'https://b.example/'])
  })

  test('that is cut off keeps the feeds before the cut', () => {
    expect(read('<opml><outline xmlUrl="https://a.example/"/><outline xmlUrl="https://b.ex')?.feeds).toHaveLength(1)
  })

  test('is the same in any pieces', () => {
    const file = body('<outline title="A" xmlUrl="https://a.example/"/>'.repeat(3))
    expect(read(...file)).toEqual(read(file))
  })
})

describe('hostile files', () => {
  test('entities are not expanded', () => {
    const text = `<!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <opml><outline text="&b;&f;" xmlUrl="https://a.example/"/></opml>`
    expect(read(text)?.feeds).toEqual([{ url: 'https://a.example/', title: '&b;&f;' }])
  })

  test('nothing is read below a hundred levels', () => {
    const deep = (levels: number) =>
      read(`<opml>${'<outline>'.repeat(levels)}<outline xmlUrl="https://a.example/"/>`)?.feeds.length
    expect([deep(98), deep(99), deep(100_000)]).toEqual([1, 0, 0])
  })

  test('any text is read, or is no OPML', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<opml>',
        '</opml>',
        '<outline ',
        'xmlUrl="',
        'url=',
        '"',
        '>',
        '/>',
        '<!DOCTYPE a [',
        ']>',
        '&#0;',
      ),
      fc.constantFrom(
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '<head>',
        '<title>',
        '__proto__="a"',
        'isComment="true"',
        '\ud800',
      ),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const list = read(`<opml>${pieces.join('')}`)
        const urls = list?.feeds.map(({ url }) => url) ?? []
        expect(new Set(urls).size).toBe(urls.length)
        expect(urls.every((url) => url.trim() !== '')).toBe(true)
      }),
      { numRuns: propertyRuns(2000) },
    )
  })
})
