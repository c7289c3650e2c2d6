import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { item, page, rss } from '../testing/show'
import { evictFeeds } from './feed-cache-table'
import { fetchFeed } from './fetch-feed'

await useDatabase()

const { answers, asked, origin } = await useScriptedOrigin()
const signal = new AbortController().signal
const FEED = rss(item('1') + item('2') + item('3'))
describe('a link is judged by what is behind it', () => {
  const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(100_000)])
  test.each([
    ['a feed', { headers: { 'content-type': 'application/rss+xml' }, body: FEED }, 'feed'],
    ['a feed that calls itself a page', { headers: { 'content-type': 'text/html' }, body: FEED }, 'feed'],
    ['a feed that calls itself audio', { headers: { 'content-type': 'audio/mpeg' }, body: FEED }, 'feed'],
    ['a feed after a comment', { body: `<!--free --><?xml version="1.0"?><!-- <html> -->${FEED}` }, 'feed'],
    ['a feed in UTF-16', { body: Buffer.from(`\ufeff${FEED}`, 'utf16le') }, 'feed'],
    ['a JSON Feed', { body: '{"version":"https://jsonfeed.org/version/1","title":"x","items":[]}' }, 'feed'],
    ['audio without a label', { body: mp3 }, 'audio'],
    ['audio that calls itself text', { headers: { 'content-type': 'text/plain' }, body: mp3 }, 'audio'],
    ['audio known by its label alone', { headers: { 'content-type': 'audio/x-new' }, body: 'new' }, 'audio'],
    ['a page', page(''), 'other'],
    ['captions', { headers: { 'content-type': 'text/vtt' }, body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n' }, 'other'],
    ['a playlist', { headers: { 'content-type': 'audio/x-mpegurl' }, body: '#EXTM3U\n' }, 'other'],
    ['other XML', { headers: { 'content-type': 'text/xml' }, body: '<svg/>' }, 'other'],
    ['nothing', { body: '' }, 'other'],
  ])('%s', async (_name, answer, kind) => {
    answers.set('show.example/x', answer)
    expect(await fetchFeed('https://show.example/x', signal)).toMatchObject({ kind, url: 'https://show.example/x' })
  })

  test('a list of subscriptions is counted, and named as how it can be imported', async () => {
    const list = ['a', 'b', 'a'].map((name) => `<outline xmlUrl="https://${name}.example/"/>`).join('')
    answers.set('app.example/mine.opml', { body: `<?xml version="1.0"?><opml><body>${list}</body></opml>` })
    await expect(fetchFeed('https://app.example/mine.opml', signal)).rejects.toMatchObject({
      code: 'unsupported_source',
      message: expect.stringContaining('an OPML list of 2 podcast subscriptions, not one podcast'),
      context: { importable: 'subscriptions', subscriptions: 2 },
    })
    answers.set('app.example/none.opml', { body: '<opml/>' })
    await expect(fetchFeed('https://app.example/none.opml', signal)).rejects.toMatchObject({
      code: 'unsupported_source',
      message: expect.stringContaining('lists no podcast feeds'),
    })
    answers.set('app.example/large.opml', { body: `<opml>${' '.repeat(2 ** 20)}</opml>` })
    await expect(fetchFeed('https://app.example/large.opml', signal)).rejects.toMatchObject({ code: 'file_too_large' })
  })

  test('only the beginning of a long recording is fetched', async () => {
    let sent = 0
    const body = (async function* () {
      for (; sent < 2000; sent++) yield Buffer.concat([mp3.subarray(0, 10), Buffer.alloc(65_536)])
    })()
    answers.set('cdn.example/long', { body })
    expect(await fetchFeed('https://cdn.example/long', signal)).toMatchObject({ kind: 'audio' })
    expect(sent).toBeLessThan(1000)
  })

  test('a recording of more than 32 MB is one all the same', async () => {
    answers.set('cdn.example/big', {
      headers: { 'content-length': 100 * 2 ** 20 },
      body: (async function* () {
        yield mp3
        await new Promise(() => undefined)
      })(),
    })
    expect(await fetchFeed('https://cdn.example/big', signal)).toMatchObject({ kind: 'audio' })
  })

  test.each([
    ['declared', { 'content-length': 33 * 2 ** 20 }],
    ['sent', {}],
  ])('a feed of 33 MB is refused, %s', async (_name, headers) => {
    const body = (async function* () {
      yield '<rss><channel>'
      for (let sent = 0; sent < 33; sent++) yield ' '.repeat(2 ** 20)
    })()
    answers.set('show.example/feed', { headers, body })
    await expect(fetchFeed('https://show.example/feed', signal)).rejects.toMatchObject({ code: 'file_too_large' })
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]/feed',
    'http://localhost/feed',
    'https://user:pass@show.example/feed',
  ])('a redirect to %s is not followed', async (location) => {
    answers.set('show.example/feed', { status: 302, headers: { location } })
    await expect(fetchFeed('https://show.example/feed', signal)).rejects.toMatchObject({ code: 'blocked_url' })
    await expect(fetchFeed(location, signal)).rejects.toMatchObject({ code: 'blocked_url' })
    expect(asked()).toEqual(['https://show.example/feed'])
  })

  test('a feed that only names its new address leads to that feed; one with episodes is parsed as it is', async () => {
    const moved = '<itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url>'
    const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
    const reported = (items: string) => ({
      body: `<rss ${itunes}><channel><title>Old</title>${moved}${items}</channel></rss>`,
    })
    answers.set('new.example/feed', { body: FEED })
    answers.set('empty.example/feed', reported(''))
    answers.set('full.example/feed', reported(item('old')))
    const found = await fetchFeed('https://empty.example/feed', signal)
    expect(found).toMatchObject({ kind: 'feed', url: 'https://new.example/feed' })
    expect(await fetchFeed('https://full.example/feed', signal)).toMatchObject({ url: 'https://full.example/feed' })
    answers.set('inside.example/feed', { body: reported('').body.replace('https://new.example', 'http://192.168.0.1') })
    await expect(fetchFeed('https://inside.example/feed', signal)).rejects.toMatchObject({ code: 'blocked_url' })
  })

  test('a feed that moved keeps its link, and its addresses are relative to where it is now', async () => {
    answers.set('old.example/feed', { status: 301, headers: { location: 'https://new.example/a/feed' } })
    answers.set('new.example/a/feed', { body: rss('<item><enclosure url="1.mp3"/></item>') })
    const found = await fetchFeed('https://old.example/feed', signal)
    expect(found).toMatchObject({
      url: 'https://old.example/feed',
      feed: { items: [{ audioUrl: 'https://new.example/a/1.mp3' }] },
    })
  })

  test.each([
    [404, 'source_not_found'],
    [401, 'source_login_required'],
    [429, 'upstream_blocked'],
    [503, 'upstream_failed'],
    [500, 'upstream_changed'],
    [304, 'upstream_changed'],
  ])('a response of %i is reported', async (status, code) => {
    answers.set('show.example/feed', { status })
    await expect(fetchFeed('https://show.example/feed', signal)).rejects.toMatchObject({ code })
  })
})

describe('asking for a feed again', () => {
  const feedUrl = 'https://again.example/feed'

  function serve(body: string, headers: { etag?: string; 'last-modified'?: string }): void {
    const isKnown = (sent: IncomingHttpHeaders) =>
      (headers.etag !== undefined && sent['if-none-match'] === headers.etag) ||
      (headers['last-modified'] !== undefined && sent['if-modified-since'] === headers['last-modified'])
    const whole = {
      headers: { ...headers, 'content-type': 'text/xml; charset=iso-8859-1' },
      body: Buffer.from(body, 'latin1'),
    }
    answers.set('again.example/feed', (sent) => (isKnown(sent) ? { status: 304 } : whole))
  }

  async function titleNow(): Promise<string | null> {
    const found = await fetchFeed(feedUrl, signal)
    return found.kind === 'feed' ? found.feed.title : null
  }

  test.each([
    ['ETag', { etag: '"one"' }],
    ['Last-Modified', { 'last-modified': 'Fri, 09 Oct 2020 04:30:38 GMT' }],
  ])('costs its host nothing: %s', async (_name, headers) => {
    await db().feedCache.deleteMany()
    serve(rss(item('1')).replace('Show', 'Café'), headers)
    expect([await titleNow(), await titleNow()]).toEqual(['Café', 'Café'])
    const validators = origin.requests.map(({ headers: sent }) => sent['if-none-match'] ?? sent['if-modified-since'])
    expect(validators).toEqual([undefined, ...Object.values(headers)])
    const row = await db().feedCache.findUniqueOrThrow({ where: { url: feedUrl } })
    expect([...row.body.subarray(0, 2)]).toEqual([0x1f, 0x8b])
  })

  test('gives what is new when it has changed', async () => {
    serve(rss(item('1')), { etag: '"one"' })
    await titleNow()
    serve(rss(item('1')).replace('Show', 'Changed'), { etag: '"two"' })
    expect([await titleNow(), await titleNow()]).toEqual(['Changed', 'Changed'])
    expect(await db().feedCache.count({ where: { url: feedUrl } })).toBe(1)
  })

  test('keeps 32 MiB of the feeds of one site, the newest, and leaves those of others', { tags: 'deep' }, async () => {
    await db().feedCache.deleteMany()
    answers.set('other.example/feed', { headers: { etag: '"o"' }, body: FEED })
    await fetchFeed('https://other.example/feed', signal)
    for (let index = 0; index < 9; index++) {
      const noise = randomBytes(4 * 2 ** 20).toString('hex')
      const body = rss(`${item('1')}<!-- ${noise} -->`)
      answers.set(`s${index}.greedy.example/feed`, { headers: { etag: `"${index}"` }, body })
      await fetchFeed(`https://s${index}.greedy.example/feed`, signal)
    }
    const rows = await db().feedCache.findMany({ select: { url: true, body: true }, orderBy: { fetchedAt: 'asc' } })
    const greedy = rows.filter(({ url }) => url.includes('greedy'))
    const bytes = greedy.reduce((sum, { body }) => sum + body.byteLength, 0)
    expect(bytes).toBeLessThanOrEqual(32 * 2 ** 20)
    expect(greedy.map(({ url }) => url)).toEqual([2, 3, 4, 5, 6, 7, 8].map((n) => `https://s${n}.greedy.example/feed`))
    expect(rows[0]?.url).toBe('https://other.example/feed')
  })

  test('keeps of all feeds those that were asked for last', async () => {
    await db().feedCache.deleteMany()
    for (const name of ['first', 'second', 'third']) {
      answers.set(`${name}.example/feed`, { headers: { etag: '"e"' }, body: FEED })
      await fetchFeed(`https://${name}.example/feed`, signal)
    }
    await fetchFeed('https://first.example/feed', signal)
    const { sizeBytes } = await db().feedCache.findFirstOrThrow()
    await evictFeeds(2 * sizeBytes)
    const left = await db().feedCache.findMany({ orderBy: { fetchedAt: 'asc' } })
    expect(left.map(({ url }) => url)).toEqual(['https://third.example/feed', 'https://first.example/feed'])
  })

  test("keeps nothing of a feed that can't be asked for conditionally, nor of a page", async () => {
    await db().feedCache.deleteMany()
    serve(FEED, {})
    await titleNow()
    const long = `again.example/${'x'.repeat(3000)}`
    answers.set(long, { headers: { etag: '"x"' }, body: FEED })
    answers.set('again.example/page', { ...page(''), headers: { etag: '"p"', 'content-type': 'text/html' } })
    expect(await fetchFeed(`https://${long}`, signal)).toMatchObject({ kind: 'feed' })
    await fetchFeed('https://again.example/page', signal)
    expect(await db().feedCache.count()).toBe(0)
  })
})
