import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'
import { type ResolveResponse, resolveResponseSchema } from '../contract'

const FOLDER = 'test/fixtures/feeds'
const FEEDS = (await readdir(FOLDER)).filter((name) => /\.(?:xml|rss)$/.test(name))

/** The internet's answers by address without scheme, set by each test. */
const answers = new Map<string, OriginAnswer>()
const origin = await startOrigin([({ url }) => answers.get(url.replace(/^https?:\/\//, '')) ?? { status: 404 }])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())
beforeEach(() => answers.clear())

const user = await newUser()
const ask = (url: unknown) => service.call('POST', '/v1/podcast/resolve', { key: user.apiKey, body: { url } })

async function resolve(url: string): Promise<ResolveResponse> {
  const answer = await ask(url)
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  return resolveResponseSchema.strict().parse(answer.body)
}

const item = (id: string, inner = '') =>
  `<item><guid>${id}</guid><title>Episode ${id}</title><link>https://show.example/${id}</link>
  <pubDate>Mon, 06 Jul 2026 10:00:00 GMT</pubDate><itunes:duration>3723</itunes:duration>
  <enclosure url="https://cdn.example/${id}.mp3" type="audio/mpeg"/>${inner}</item>`
const rss = (inner: string) =>
  `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>${inner}</channel></rss>`
const html = (head: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>x</title>${head}<p>Listen`,
})
const EPISODE_1 = {
  guid: '1',
  title: 'Episode 1',
  audio_url: 'https://cdn.example/1.mp3',
  published: '2026-07-06T10:00:00.000Z',
  duration: '1:02:03',
}
const SHOW = { kind: 'show', show: { title: 'Show' }, audio_url: null }

describe('a feed is its show, with every episode', () => {
  test.each(FEEDS)('%s', async (name) => {
    const body = await readFile(`${FOLDER}/${name}`)
    answers.set(`feeds.example/${name}`, { headers: { 'content-type': 'application/rss+xml' }, body })
    const { kind, show, episodes, audio_url } = await resolve(`https://feeds.example/${name}`)
    expect([kind, show?.title, audio_url]).toEqual(['show', expect.stringMatching(/\S/), null])
    for (const episode of episodes ?? []) {
      expect(episode.guid).not.toBe('')
      expect(episode.title).not.toBe('')
      expect(URL.canParse(episode.audio_url)).toBe(true)
      expect(episode.duration ?? '0:00').toMatch(/^\d+(?::[0-5]\d){1,2}$/)
      expect(new Date(episode.published ?? 0).getTime()).not.toBeNaN()
    }
  })

  test('with several pages, all of them', async () => {
    const next = '<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="?page=2"/>'
    answers.set('show.example/feed', { body: rss(next + item('1')) })
    answers.set('show.example/feed?page=2', { body: rss(item('1') + item('2')) })
    const { episodes } = await resolve('feed://show.example/feed')
    expect(episodes?.map(({ guid }) => guid)).toEqual(['1', '2'])
    expect(episodes?.[0]).toEqual(EPISODE_1)
  })

  test('without a single episode', async () => {
    answers.set('show.example/feed', { body: rss('') })
    expect(await resolve('https://show.example/feed')).toEqual({ ...SHOW, episodes: [] })
  })
})

describe('a link', () => {
  beforeEach(() => {
    answers.set('show.example/feed', { body: rss(item('1') + item('2')) })
    answers.set('show.example/', html('<link rel="alternate" type="application/rss+xml" href="/feed">'))
    answers.set(
      'show.example/1?utm_source=mail',
      html('<link rel="alternate" type="application/rss+xml" href="/feed">'),
    )
  })

  test('a link to a show’s page resolves to the show of its feed', async () => {
    expect(await resolve('show.example')).toMatchObject({ ...SHOW, episodes: [{ guid: '1' }, { guid: '2' }] })
  })

  test('to an episode’s page is that episode', async () => {
    expect(await resolve('https://show.example/1?utm_source=mail')).toEqual({
      kind: 'episode',
      show: { title: 'Show' },
      episodes: [EPISODE_1],
      audio_url: EPISODE_1.audio_url,
    })
  })

  test('to Apple Podcasts is the show, or the episode', async () => {
    const results = [{ kind: 'podcast', feedUrl: 'https://show.example/feed', collectionName: 'Show' }]
    const listed = { kind: 'podcast-episode', trackId: 1000123, episodeGuid: '2' }
    answers.set('itunes.apple.com/lookup?id=123&country=us', { body: JSON.stringify({ results }) })
    const query = 'id=123&country=us&entity=podcastEpisode&limit=200'
    answers.set(`itunes.apple.com/lookup?${query}`, { body: JSON.stringify({ results: [...results, listed] }) })
    expect(await resolve('https://podcasts.apple.com/us/podcast/show/id123')).toMatchObject(SHOW)
    expect(await resolve('https://podcasts.apple.com/us/podcast/show/id123?i=1000123')).toMatchObject({
      kind: 'episode',
      episodes: [{ guid: '2' }],
    })
  })

  test('to a recording is that recording, under any media type', async () => {
    const body = await readFile('test/fixtures/audio/jfk.mp3')
    answers.set('cdn.example/listen?id=7', { headers: { 'content-type': 'application/octet-stream' }, body })
    expect(await resolve('https://cdn.example/listen?id=7')).toEqual({
      kind: 'audio',
      show: null,
      episodes: null,
      audio_url: 'https://cdn.example/listen?id=7',
    })
  })
})

describe('refused, naming the field, is', () => {
  const refused = (type: string) => ({ detail: [{ type, loc: ['body', 'url'] }] })

  test.each([
    ['what is no link', 'not a link', 'invalid_url'],
    ['a private address', 'http://127.0.0.1/feed', 'blocked_url'],
    ['a video', 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'unsupported_source'],
    ['a page that has nothing to do with podcasts', 'https://show.example/about', 'unsupported_source'],
    ['nothing', '', 'invalid_url'],
  ])('%s', async (_name, url, type) => {
    answers.set('show.example/about', html(''))
    const answer = await ask(url)
    expect([answer.status, answer.body]).toMatchObject([422, refused(type)])
  })

  test('a link over 2,048 characters, and a missing one', async () => {
    expect((await ask(`https://show.example/${'a'.repeat(2048)}`)).body).toMatchObject(refused('string_too_long'))
    expect((await ask(undefined)).body).toMatchObject(refused('missing'))
  })
})

test('a show whose server is gone, and Spotify, are answered by what happened', async () => {
  const gone = await ask('https://gone.example/feed')
  expect([gone.status, gone.body]).toMatchObject([404, { code: 'source_not_found' }])
  const spotify = await ask('https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk')
  expect([spotify.status, spotify.body]).toMatchObject([403, { code: 'source_drm_protected' }])
})
