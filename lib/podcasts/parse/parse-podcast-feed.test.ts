import { createHash } from 'node:crypto'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { MAX_FEED_BYTES } from '../feed'
import { parsePodcastFeed } from './parse-podcast-feed'

const AT = 'https://feeds.example/show/feed.xml'

function read(text: string | Uint8Array, contentType: string | null = null) {
  return parsePodcastFeed(typeof text === 'string' ? Buffer.from(text) : text, { contentType, url: AT })
}

const rss = (channel: string, attributes = '') =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Show</title>${channel}</channel></rss>`

const item = (inner: string, audio = 'https://cdn.example/1.mp3') =>
  `<item>${inner}<enclosure url="${audio}" type="audio/mpeg"/></item>`

async function only(inner: string, attributes?: string) {
  const { items } = await read(rss(`<item>${inner}</item>`, attributes))
  expect(items).toHaveLength(1)
  return items[0]
}

const ENCLOSURE = '<enclosure url="https://cdn.example/1.mp3" type="audio/mpeg"/>'

describe('encodings', () => {
  const text = rss('<link>https://é.example/</link>').replace('Show', 'Žluťoučký kůň – «Ça»')
  const western = rss('').replace('Show', 'Où ça – déjà “vu”?')
  const declare = (xml: string, charset: string) => xml.replace('?>', ` encoding="${charset}"?>`)
  const titleOf = async (bytes: Uint8Array, contentType: string | null = null) => (await read(bytes, contentType)).title

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', iconv.encode(text, 'utf-8', { addBOM: true })],
    ['UTF-16 little-endian with a byte order mark', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['UTF-16 big-endian with a byte order mark', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['UTF-8 that says it were UTF-16', Buffer.from(declare(text, 'utf-16'))],
    ['UTF-8 that says it were ISO 8859-1', Buffer.from(declare(text, 'iso-8859-1'))],
  ])('%s', async (_name, bytes) => {
    expect(await titleOf(bytes)).toBe('Žluťoučký kůň – «Ça»')
  })

  test.each([
    ['declared by the XML declaration', iconv.encode(declare(western, 'windows-1252'), 'windows-1252'), null],
    ['declared as ISO 8859-1', iconv.encode(declare(western, 'ISO-8859-1'), 'windows-1252'), null],
    ['declared by the server', iconv.encode(western, 'windows-1252'), 'text/xml; charset="Windows-1252"'],
    ['under a wrong UTF-8', iconv.encode(declare(western, 'utf-8'), 'windows-1252'), 'text/xml; charset=utf-8'],
  ])('windows-1252 %s', async (_name, bytes, contentType) => {
    expect(await titleOf(bytes, contentType)).toBe('Où ça – déjà “vu”?')
  })

  test('the server’s declaration counts before the XML declaration', async () => {
    const bytes = iconv.encode(declare(rss('').replace('Show', 'Привет, мир'), 'windows-1252'), 'koi8-r')
    expect(await titleOf(bytes, 'application/rss+xml; charset=koi8-r')).toBe('Привет, мир')
  })

  test('a large feed is read like a small one', async () => {
    const filler = `<!-- ${'ž'.repeat(1_500_000)} -->`
    const large = text.replace('<rss', `${filler}<rss`)
    expect(await titleOf(Buffer.from(large))).toBe('Žluťoučký kůň – «Ça»')
    expect(await titleOf(iconv.encode(large, 'utf-16be', { addBOM: true }))).toBe('Žluťoučký kůň – «Ça»')
    const declared = iconv.encode(
      declare(western.replace('<rss', `${filler.replaceAll('ž', 'éé')}<rss`), 'latin1'),
      'latin1',
    )
    expect(await titleOf(Buffer.from(declared))).toBe('Où ça – déjà “vu”?'.replaceAll(/[–“”]/g, '?'))
  })
})

describe('titles', () => {
  test.each([
    ['<![CDATA[Tom &amp; <b>Jerry</b>]]>', 'Tom & Jerry'],
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['Tom & Jerry', 'Tom & Jerry'],
    ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
    ['Caf&eacute; &#8211; &#x201c;open&#x201d;', 'Café – “open”'],
    ['&amp;lt;b&amp;gt; is bold', '<b> is bold'],
    ['&amp;amp;amp;', '&amp;'],
    ['1 &lt; 2', '1 < 2'],
    ['one&lt;br/&gt;two&lt;script&gt;alert(1)&lt;/script&gt;', 'one two'],
    ['  a\n\t b  ', 'a b'],
    ['e\u0301', 'é'],
    ['a\u0000\u0007b\u200b', 'ab'],
    ['Part <i>two</i>', 'Part two'],
    [`${'x'.repeat(498)}😀😀`, `${'x'.repeat(498)}…`],
  ])('%s', async (given, title) => {
    expect((await only(`<title>${given}</title>${ENCLOSURE}`))?.title).toBe(title)
  })

  test.each([
    ['', '<b> &amp;', 'Plain Atom text'],
    ['type="html"', '&', 'Atom HTML'],
  ])('Atom titles are what they say they are: %s', async (type, title) => {
    const { items } = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title ${type}>&lt;b&gt; &amp;amp;</title>` +
        '<link rel="enclosure" href="a.mp3"/></entry></feed>',
    )
    expect(items[0]?.title).toBe(title)
  })

  test('the file names an episode that has no title', async () => {
    const { items } = await read(rss(item('<title> </title>', 'https://cdn.example/x/Folge%20%C3%9C.mp3?a=b')))
    expect(items[0]?.title).toBe('Folge Ü')
    expect((await read(rss(item('', 'https://cdn.example/%E0%A4%A.mp3')))).items[0]?.title).toBe('%E0%A4%A')
    expect((await read(rss(item('', 'https://cdn.example/')))).items[0]?.title).toBe('cdn.example')
  })
})

describe('media', () => {
  const enclosure = (url: string, type = '') => `<enclosure url="${url}" ${type && `type="${type}"`}/>`
  test.each([
    [
      'the first audio',
      enclosure('a.jpg', 'image/jpeg') + enclosure('b.mp3', 'audio/mpeg') + enclosure('c.mp3'),
      'b.mp3',
    ],
    ['audio before video', enclosure('a.mp4', 'video/mp4') + enclosure('b.m4a', 'audio/x-m4a'), 'b.m4a'],
    ['video where there is no audio', enclosure('a.pdf', 'application/pdf') + enclosure('a.mp4', 'video/mp4'), 'a.mp4'],
    ['audio by its name', enclosure('a.txt') + enclosure('b.OPUS', 'application/octet-stream'), 'b.OPUS'],
    ['an enclosure that says nothing', enclosure('download.php?id=3'), 'download.php?id=3'],
    ['Media RSS', '<media:content url="i" medium="image"/><media:content url="s" medium="audio"/>', 's'],
    ['Media RSS in a group', '<media:group><media:content url="v.webm"/></media:group>', 'v.webm'],
    [
      'an alternate enclosure, where there is no other',
      `<podcast:alternateEnclosure type="audio/mpeg"><podcast:source uri="ipfs://x"/><podcast:source uri="alt.mp3"/>
       </podcast:alternateEnclosure>`,
      'alt.mp3',
    ],
    [
      'an alternate enclosure’s sound before a film',
      `${enclosure('film.mp4', 'video/mp4')}<podcast:alternateEnclosure type="audio/opus"><podcast:source uri="a.opus"/>
       </podcast:alternateEnclosure>`,
      'a.opus',
    ],
    [
      'an enclosure as RSS 1.0 has them',
      '<e:enclosure xmlns:e="http://purl.oclc.org/net/rss_2.0/enc#" rdf:resource="old.mp3" e:type="audio/mpeg"/>',
      'old.mp3',
    ],
    ['an Atom link', '<atom:link rel="enclosure" type="audio/mpeg" href="l"/>', 'l'],
  ])('%s is taken', async (_name, inner, url) => {
    expect((await only(inner))?.audioUrl).toBe(`https://feeds.example/show/${url}`)
  })

  test.each([
    ['an article', '<title>x</title><link>https://blog.example/1</link>'],
    ['a picture', enclosure('https://x.example/a.jpg', 'image/jpeg')],
    ['a playlist', enclosure('https://x.example/a.m3u8', 'application/x-mpegurl')],
    ['a torrent', enclosure('https://x.example/a.mp3.torrent', 'application/x-bittorrent')],
    ['a picture of Media RSS', '<media:content url="https://x.example/a?w=500" medium="image"/>'],
    ['an address that is none', enclosure('http://[', 'audio/mpeg') + enclosure('javascript:alert(1)', 'audio/mpeg')],
    ['an address beyond measure', enclosure(`https://x.example/${'a'.repeat(9000)}.mp3`, 'audio/mpeg')],
  ])('an item with %s is left out', async (_name, inner) => {
    const { items } = await read(rss(`<item>${inner}</item>${item('<guid>2</guid>')}`))
    expect(items.map(({ guid }) => guid)).toEqual(['2'])
  })

  test('addresses are relative to the feed, or to xml:base', async () => {
    const feed = await read(
      rss(
        `<link>/about</link><item xml:base="https://other.example/x/"><link>p</link><enclosure url="../a.mp3"/></item>
        <image><url>art.jpg</url></image>`,
      ),
    )
    expect([feed.link, feed.imageUrl, feed.items[0]?.link, feed.items[0]?.audioUrl]).toEqual([
      'https://feeds.example/about',
      'https://feeds.example/show/art.jpg',
      'https://other.example/x/p',
      'https://other.example/a.mp3',
    ])
  })

  test('ampersands in addresses are what they stand for', async () => {
    expect(
      (await only('<enclosure url="https://cdn.example/a?x=1&amp;copy=2&y=3" type="audio/mpeg"/>'))?.audioUrl,
    ).toBe('https://cdn.example/a?x=1&copy=2&y=3')
  })
})

describe('guids', () => {
  test('keep the first of two episodes with the same one', async () => {
    const { items } = await read(
      rss(item('<guid>a</guid><title>1</title>') + item('<guid> a </guid><title>2</title>') + item('<guid>b</guid>')),
    )
    expect(items.map(({ guid, title }) => [guid, title])).toEqual([
      ['a', '1'],
      ['b', '1'],
    ])
  })

  test('an episode without one is known by its audio', async () => {
    const { items } = await read(rss(item('') + item('<guid/>') + item('', 'https://cdn.example/2.mp3')))
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(items.map(({ guid }) => guid)).toEqual([
      sha256('https://cdn.example/1.mp3'),
      sha256('https://cdn.example/2.mp3'),
    ])
  })

  test("one that can't be stored is made so", async () => {
    expect((await only(`<guid>a\u0000b&#0;</guid>${ENCLOSURE}`))?.guid).toBe('ab\ufffd')
    expect((await only(`<guid>${'g'.repeat(5000)}</guid>${ENCLOSURE}`))?.guid).toMatch(/^[\da-f]{64}$/)
  })

  test('one that is a permanent link is the page', async () => {
    expect((await only(`<guid>https://x.example/1</guid>${ENCLOSURE}`))?.link).toBe('https://x.example/1')
    expect((await only(`<guid isPermaLink="false">https://x.example/1</guid>${ENCLOSURE}`))?.link).toBeNull()
  })
})

describe('other formats', () => {
  test('Atom', async () => {
    const feed = await read(`<?xml version="1.0"?>
      <a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:pod="https://podcastindex.org/namespace/1.0" xml:base="https://atom.example/">
        <a:title type="html">Atom &amp;amp; Eve</a:title><a:link rel="self" href="/feed"/><a:link href="/"/>
        <a:link rel="next" href="/feed?page=2"/><a:author><a:name>Ada</a:name></a:author><a:logo>logo.png</a:logo>
        <a:entry><a:id>urn:1</a:id><a:title type="xhtml"><div>One <b>two</b></div></a:title>
          <a:source><a:title>Elsewhere</a:title><a:id>urn:0</a:id></a:source>
          <a:link href="/1"/><a:link rel="enclosure" type="audio/ogg" href="/1.ogg"/>
          <a:updated>2024-05-06T07:08:09Z</a:updated><a:published>2024-01-02T03:04:05+01:00</a:published>
          <pod:transcript url="/1.vtt" type="text/vtt" language="de_AT"/></a:entry>
      </a:feed>`)
    expect(feed).toEqual({
      title: 'Atom & Eve',
      link: 'https://atom.example/',
      imageUrl: 'https://atom.example/logo.png',
      author: 'Ada',
      language: null,
      nextPageUrl: 'https://atom.example/feed?page=2',
      movedTo: null,
      items: [
        {
          guid: 'urn:1',
          title: 'One two',
          audioUrl: 'https://atom.example/1.ogg',
          audioType: 'audio/ogg',
          publishedAt: new Date('2024-01-02T02:04:05Z'),
          durationSeconds: null,
          link: 'https://atom.example/1',
          imageUrl: null,
          transcripts: [{ url: 'https://atom.example/1.vtt', type: 'text/vtt', lang: 'de-AT', rel: null }],
        },
      ],
    })
  })

  test('RDF, whose episodes stand beside the channel', async () => {
    const feed =
      await read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>Old</title><link>https://old.example/</link><dc:language>fr</dc:language><items/></channel>
      <image><title>Picture</title><url>https://old.example/i.png</url></image>
      <item><title>Un</title><link>https://old.example/1</link><dc:date>2003-04-05</dc:date><enclosure url="/1.mp3"/></item>
      </rdf:RDF>`)
    expect(feed).toMatchObject({ title: 'Old', link: 'https://old.example/', language: 'fr' })
    expect(feed.imageUrl).toBe('https://old.example/i.png')
    expect(feed.items).toMatchObject([{ title: 'Un', publishedAt: new Date('2003-04-05') }])
  })

  test('JSON Feed', async () => {
    const feed = await read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Json',
        home_page_url: '/',
        authors: [{ name: 'Jo' }],
        language: 'pt-br',
        next_url: 'feed?2',
        items: [
          { id: 7, title: '<b>', attachments: [{ url: '7.mp3', mime_type: 'audio/mpeg', duration_in_seconds: 61.5 }] },
          { id: 8, attachments: [{ url: 'a.png', mime_type: 'image/png' }] },
          null,
          'nonsense',
        ],
      }),
    )
    expect(feed).toMatchObject({ title: 'Json', link: 'https://feeds.example/', author: 'Jo', language: 'pt-BR' })
    expect(feed.nextPageUrl).toBe('https://feeds.example/show/feed?2')
    expect(feed.items).toMatchObject([
      { guid: '7', title: '<b>', audioUrl: 'https://feeds.example/show/7.mp3', durationSeconds: 61.5 },
    ])
  })

  test('unusual prefixes and letter cases', async () => {
    const feed =
      await read(`<RSS xmlns:i="http://www.itunes.com/DTDs/Podcast-1.0.dtd" xmlns:m="http://search.yahoo.com/mrss">
      <Channel><Title>Loud</Title><i:author>Me</i:author><i:image HREF="https://x.example/a.png"/>
      <Item><GUID>1</GUID><i:duration><![CDATA[ 1:02:03 ]]></i:duration><m:content url="https://x.example/a" type="Audio/MPEG; a=b"/></Item>
      </Channel></RSS>`)
    expect(feed).toMatchObject({ title: 'Loud', author: 'Me', imageUrl: 'https://x.example/a.png' })
    expect(feed.items).toMatchObject([{ guid: '1', durationSeconds: 3723, audioType: 'audio/mpeg' }])
  })
})

describe('damaged and hostile feeds', () => {
  test('one that is cut off is read as far as it goes', async () => {
    const whole = rss(item('<guid>1</guid>') + item('<guid>2</guid>') + item('<guid>3</guid>'))
    const { items } = await read(whole.slice(0, whole.indexOf('<guid>3') + 7))
    expect(items.map(({ guid }) => guid)).toEqual(['1', '2'])
  })

  test('unclosed and crossed tags spoil nothing else', async () => {
    const { items } = await read(
      rss(`${item('<guid>1</guid><description><p>one<br>two</description><b><i>x</b></i>')}${item('<guid>2</guid>')}`),
    )
    expect(items.map(({ guid }) => guid)).toEqual(['1', '2'])
  })

  test('an entity bomb stays what is written', async () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
    const { items } = await read(rss(item('<title>&b;&c;</title>')).replace('<rss', `${bomb}<rss`))
    expect(items[0]?.title).toBe('&b;&c;')
  })

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><head><title>x</title></head></html>'],
    ['other XML', '<?xml version="1.0"?><opml><body/></opml>'],
    ['a sitemap', '<urlset><url><loc>https://x.example</loc></url></urlset>'],
    ['JSON', '{"title":"x","items":[]}'],
    ['broken JSON', '{"version":"https://jsonfeed.org/version/1.1"'],
    ['text', 'rss feed'],
    ['a feed inside something else', '<html><rss><channel><title>x</title></channel></rss></html>'],
  ])('%s is no feed', async (_name, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'unsupported_source' })
  })

  test('more than 32 MB is refused', async () => {
    await expect(read(Buffer.alloc(MAX_FEED_BYTES + 1, ' '))).rejects.toMatchObject({ code: 'file_too_large' })
    await expect(read(Buffer.alloc(5 * 1024 * 1024, '{'))).rejects.toMatchObject({ code: 'file_too_large' })
  })

  test('hostile nesting ends the reading, and what came before stays', async () => {
    const { items } = await read(rss(`${item('<guid>1</guid>')}${'<x>'.repeat(1_000_000)}${item('<guid>2</guid>')}`))
    expect(items.map(({ guid }) => guid)).toEqual(['1'])
  })
})

describe('large feeds', () => {
  const count = 10_000
  const notes = `<description><![CDATA[${'<p>Notes of the show.</p>'.repeat(60)}]]></description>`
  const episodes = Array.from({ length: count }, (_, index) => {
    const audio = `https://cdn.example/${index}.mp3`
    return item(
      `<guid>g${index}</guid><title>Episode ${index}</title>${notes}<itunes:duration>90</itunes:duration>`,
      audio,
    )
  })
  const bytes = Buffer.from(rss(episodes.join('\n')))

  test('all 10,000 episodes are read, and other work continues meanwhile', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const { items } = await read(bytes)
    clearInterval(timer)
    expect(items).toHaveLength(count)
    expect(items.at(-1)).toMatchObject({ guid: 'g9999', title: 'Episode 9999', durationSeconds: 90 })
    expect(turns).toBeGreaterThan(10)
  })

  test('notes and descriptions are not kept', async () => {
    const feed = await read(bytes)
    expect(JSON.stringify(feed).length).toBeLessThan(bytes.length / 4)
  })
})
