import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { env } from '@/lib/core/env'
import { item, rss } from '@/lib/podcasts/testing/show'
import { useScriptedOrigin } from '@/test/origin/scripted-origin'
import { newUser, useService } from '@/test/service'
import { storeTestTranscript } from '@/test/store-transcript'
import { recordingFinder } from './enrich-feed'

const service = await useService()
const { answers } = await useScriptedOrigin()
const FEED = rss(item('1') + item('2'))

type User = Awaited<ReturnType<typeof newUser>>

/** Publishes a transcript of an episode and returns its slug. */
async function publishEpisode(
  { userId, apiKey: key }: User,
  url: string,
  coveredMs: number | null = null,
): Promise<string> {
  const { libraryItemId } = await storeTestTranscript(userId, {
    videoId: `${userId} ${url}`,
    platform: 'podcast',
    title: 'An episode',
    url,
    coveredMs,
  })
  const answer = await service.call('POST', `/v1/me/transcriptions/${libraryItemId}/publish`, { key })
  return (answer.body as { slug: string }).slug
}

const ask = ({ apiKey: key }: User, link = 'https://show.example/feed', headers: Record<string, string> = {}) =>
  service.call('GET', `/v1/publish/feed?url=${encodeURIComponent(link)}`, { key, headers })

const tags = (slug: string) =>
  [
    ['vtt', 'text/vtt'],
    ['srt', 'application/x-subrip'],
  ]
    .map(
      ([ending, type]) =>
        `<podcast:transcript url="${env().baseUrl}/t/${slug}.${ending}" type="${type}" language="en" />`,
    )
    .join('')

test('a feed gets the transcripts that its publisher has published, and keeps all else', async () => {
  const user = await newUser()
  // Without the service that counts downloads, and without the query.
  const slug = await publishEpisode(user, 'https://cdn.example/2.mp3')
  answers.set('show.example/feed', { body: FEED, headers: { 'content-type': 'text/xml; charset=utf-8' } })
  const answer = await ask(user)
  expect(answer.status).toBe(200)
  const at = FEED.lastIndexOf('</item>')
  expect(answer.text.replace(' xmlns:podcast="https://podcastindex.org/namespace/1.0"', '')).toBe(
    FEED.slice(0, at) + tags(slug) + FEED.slice(at),
  )
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')

  const etag = answer.headers.get('etag') ?? ''
  expect((await ask(user, undefined, { 'if-none-match': etag })).status).toBe(304)
  await service.call('DELETE', `/v1/publish/${slug}`, { key: user.apiKey })
  const after = await ask(user, undefined, { 'if-none-match': etag })
  expect([after.status, after.text]).toEqual([200, FEED])
})

test('a part of an episode is not its transcript', async () => {
  const user = await newUser()
  await publishEpisode(user, 'https://cdn.example/2.mp3', 2_000)
  answers.set('show.example/feed', { body: FEED })
  expect((await ask(user)).text).toBe(FEED)
})

test('each recording is a step of the work', () => {
  const recordings = ['1', '2', '3'].map((slug) => ({ slug, lang: null, url: `https://cdn.example/${slug}.mp3` }))
  expect([...recordingFinder(recordings, 'https://show.example/feed')]).toHaveLength(6)
})

test('the feed is fetched again only where it has changed', async () => {
  const user = await newUser()
  const conditions: (string | undefined)[] = []
  answers.set('show.example/kept', (headers) => {
    conditions.push(headers['if-none-match'])
    const known = headers['if-none-match'] === '"1"'
    return known ? { status: 304 } : { body: gzipSync(FEED), headers: { etag: '"1"', 'content-encoding': 'gzip' } }
  })
  const texts = [await ask(user, 'https://show.example/kept'), await ask(user, 'https://show.example/kept')]
  expect(texts.map(({ text }) => text)).toEqual([FEED, FEED])
  expect(conditions).toEqual([undefined, '"1"'])
})

test('transcripts that other users have published are not added', async () => {
  await publishEpisode(await newUser(), 'https://cdn.example/1.mp3')
  answers.set('show.example/feed', { body: FEED })
  expect((await ask(await newUser())).text).toBe(FEED)
})

test.each([
  ['a page', '<!doctype html><html><body>Hello</body></html>', 'There is no feed at this URL'],
  ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>', 'RSS feeds only'],
  [
    'a feed of many prefixes',
    `<rss${Array.from({ length: 101 }, (_, i) => ` xmlns:p${i}="u"`).join('')}/>`,
    'prefixes',
  ],
  ['a feed that is not well-formed', FEED.replace('</channel>', ''), 'not well-formed'],
])('%s is refused', async (_, body, said) => {
  answers.set('show.example/other', { body })
  const answer = await ask(await newUser(), 'https://show.example/other')
  expect(answer.status).toBe(422)
  expect(answer.text).toContain(said)
})

test('a feed that is not there is a 404, and one without a credential is not fetched', async () => {
  expect((await ask(await newUser(), 'https://show.example/missing')).status).toBe(404)
  expect((await service.call('GET', '/v1/publish/feed?url=https%3A%2F%2Fshow.example%2Ffeed')).status).toBe(401)
})
