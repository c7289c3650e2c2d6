import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { READ_FORMATS } from '@/lib/captions/formats/formats'
import { SAMPLES } from '@/lib/captions/testing/samples'
import type { Transcript } from '@/lib/captions/transcript'
import type { JobStarted } from '@/lib/jobs/contract'
import type { LanguageList } from '@/lib/transcripts/languages/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { ended, newUser, useService } from '@/test/service'

const speech = await readFile('test/fixtures/audio/jfk.mp3')
const METEO =
  'WEBVTT\n\n00:01.000 --> 00:05.000\nBuenos días a todos, este es el tiempo de mañana para la montaña. Por la noche hará mucho frío y nevará en los valles del norte, así que les pedimos que conduzcan despacio. El domingo volverá a salir el sol en todo el país.\n'
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\nWelcome to the show\n'

/** Longer than what a file is recognised by, and with what a page that plays a recording has. */
const STYLES = `<style>p { color: black }${' '.repeat(20_000)}</style><script>"<audio>"${' '.repeat(80_000)}</script>`
const NAMED = `<!doctype html><head><title>Ep. 1</title>${STYLES}</head>
  <body>${STYLES}<cite>Ann:</cite><time>0:00</time><p>Hello &amp; welcome.</p><cite>Bob:</cite><time>0:03</time><p>Hi.</p></body>`

const item = (name: string, more: string) =>
  `<item><title>Episode ${name}</title><guid>${name}</guid><link>https://show.example/${name}</link>
   <enclosure url="https://cdn.example/${name}.mp3?ref=feed" type="audio/mpeg" length="1"/>
   <itunes:duration>11</itunes:duration>${more}</item>`
const inFormat = READ_FORMATS.map(({ id, endings, mediaTypes: [type = 'application/octet-stream'] }) => ({
  ...{ id, type, path: `/${id}.${endings[0]}` },
  body: SAMPLES[id].document,
}))
const FEED = `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title><language>en</language>
  <link>https://show.example/</link>${[
    item('told', '<podcast:transcript url="https://cdn.example/told.srt" type="application/srt"/>'),
    item(
      'broken',
      `<podcast:transcript url="https://cdn.example/gone.vtt" type="text/vtt"/>
       <podcast:transcript url="https://cdn.example/told.html" type="text/html"/>`,
    ),
    item('named', '<podcast:transcript url="https://cdn.example/named.html" type="text/html"/>'),
    item('unlabelled', '<podcast:transcript url="https://cdn.example/meteo.vtt" type="text/vtt"/>'),
    item('spanish', '<podcast:transcript url="https://cdn.example/told.srt" type="text/vtt" language="es"/>'),
    ...inFormat.map(({ id, type, path }) =>
      item(id, `<podcast:transcript url="https://cdn.example${path}" type="${type}"/>`),
    ),
  ].join('')}</channel></rss>`
const page = (name: string) =>
  `<!doctype html><title>${name}</title><link rel="canonical" href="https://show.example/${name}">
   <link rel="alternate" type="application/rss+xml" href="/feed.xml"><p>Listen</p>`

const origin = await startOrigin([
  ({ host, path: target }) => {
    const path = target.split('?')[0] ?? ''
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const sample = host === 'cdn.example' ? inFormat.find((one) => one.path === path) : undefined
    if (sample) return { headers: { 'content-type': sample.type }, body: sample.body }
    if (host === 'cdn.example' && path.endsWith('.mp3'))
      return { headers: { 'content-type': 'audio/mpeg' }, body: speech }
    if (host === 'cdn.example' && path === '/told.srt')
      return { headers: { 'content-type': 'application/srt' }, body: VTT }
    if (host === 'cdn.example' && path === '/meteo.vtt') return { headers: { 'content-type': 'text/vtt' }, body: METEO }
    if (host === 'cdn.example' && path === '/named.html') return { headers: html, body: NAMED }
    if (host === 'cdn.example' && path === '/told.html') return { headers: html, body: '<p>Welcome to the show</p>' }
    if (host === 'show.example' && path === '/feed.xml') return { headers: { 'content-type': 'text/xml' }, body: FEED }
    if (host === 'show.example' && path === '/about') return { headers: html, body: '<title>About us</title>' }
    if (host === 'show.example') return { headers: html, body: page(path.slice(1)) }
    return { status: 404, body: '' }
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

const user = await newUser()
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key: user.apiKey, body })

test('an episode’s page is answered by its publisher’s transcript under any label', async () => {
  const answer = await ask({ url: 'https://show.example/told?utm_source=x' })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      platform: 'podcast',
      video_id: expect.stringMatching(/^[\w-]{22}$/),
      url: 'https://cdn.example/told.mp3?ref=feed',
      title: 'Episode told',
      author: 'The Show',
      source: 'captions',
      lang: 'en',
      total_seconds: 11,
      segments: [{ start: 1, end: 2.5, text: 'Welcome to the show' }],
    },
  ])
  const direct = await ask({ audio: 'https://cdn.example/told.mp3?ref=feed' })
  expect((direct.body as Transcript).video_id).toBe((answer.body as Transcript).video_id)
  expect((direct.body as Transcript).cached).toBe(true)
})

test.each(inFormat)('a publisher’s transcript in $id is read', async ({ id }) => {
  const answer = await ask({ url: `https://show.example/${id}`, lang: 'auto' })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { title: `Episode ${id}`, source: 'captions', complete: true },
  ])
  expect((answer.body as Transcript).segments).not.toEqual([])
})

test('a publisher’s HTML transcript with times is read, with the names of its speakers', { tags: 'deep' }, async () => {
  const answer = await ask({ url: 'https://show.example/named' })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      source: 'captions',
      speakers: [{ name: 'Ann' }, { name: 'Bob' }],
      segments: [
        { start: 0, end: 3, text: 'Hello & welcome.' },
        { start: 3, end: 4, text: 'Hi.' },
      ],
    },
  ])
  const direct = await ask({ url: 'https://cdn.example/named.html' })
  expect([direct.status, (direct.body as Transcript).source]).toEqual([200, 'captions'])
})

test('an episode whose transcripts can’t be read, or have no times, becomes a job on its sound', {
  tags: 'deep',
}, async () => {
  const answer = await ask({ url: 'https://show.example/broken' })
  expect(answer.status).toBe(202)
  const job = await ended(service, user.apiKey, (answer.body as JobStarted).job_id)
  expect(job).toMatchObject({
    status: 'done',
    title: 'Episode broken',
    transcript: { source: 'speech_to_text', text: expect.stringMatching(/\w \w/) },
  })
})

test('a transcript in another language is no answer where no other will do', async () => {
  const strict = await ask({ url: 'https://show.example/spanish', lang: 'fr', strict_lang: true })
  expect([strict.status, strict.body]).toMatchObject([
    404,
    { code: 'language_unavailable', context: { available_langs: ['es'] } },
  ])
})

test('a transcript without a language in the feed is in the language of its text, even if the show has another', async () => {
  const url = 'https://show.example/unlabelled'
  const strict = await ask({ url, lang: 'en', strict_lang: true })
  expect([strict.status, strict.body]).toMatchObject([404, { context: { available_langs: ['es'] } }])
  const warnings = [{ code: 'language_fallback' }]
  expect((await ask({ url })).body).toMatchObject({ source: 'captions', lang: 'es', requested_lang: 'en', warnings })
  expect((await ask({ url, lang: 'auto' })).body).toMatchObject({ lang: 'es', warnings: [] })
})

test.each(['/v1/podcast/resolve', '/v1/resolve', '/v1/import/preview'])(
  'the audio of an episode is answered by the transcript of the feed that its user has seen, and of no other user: %s',
  async (path) => {
    const [listener, stranger] = [await newUser(), await newUser()]
    const feed = `https://show.example/feed.xml?${path}`
    const seen = await service.call('POST', path, { key: listener.apiKey, body: { url: feed } })
    expect(seen.status).toBe(200)
    const body = { audio: 'https://cdn.example/told.mp3?ref=feed', lang: 'en' }
    const answer = await service.call('POST', '/v1/transcript', { key: listener.apiKey, body })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { source: 'captions', title: 'Episode told', segments: [{ text: 'Welcome to the show' }] },
    ])
    const other = await service.call('POST', '/v1/transcript', { key: stranger.apiKey, body })
    expect(other.status).toBe(202)
  },
)

test('the languages of an episode', async () => {
  const query = new URLSearchParams({ url: 'https://show.example/spanish' })
  const answer = await service.call('GET', `/v1/languages?${query}`)
  expect(answer.body).toMatchObject({
    platform: 'podcast',
    title: 'Episode spanish',
    original_lang: 'en',
    languages: [{ code: 'es', name: 'Spanish', native_name: 'español', source: 'captions', original: false }],
    speech_to_text: true,
  })
})

test('a requested track of an episode is returned, and not replaced by another one or by its sound', async () => {
  const spanish = 'https://show.example/spanish'
  for (const cached of [false, true]) {
    const answer = await ask({ url: spanish, track: 'es-x-human1' })
    expect(answer.body).toMatchObject({ text: 'Welcome to the show', lang: 'es', requested_lang: 'es', cached })
  }
  const absent = { code: 'language_unavailable', context: { available_tracks: ['es-x-human1'] } }
  expect((await ask({ url: spanish, track: 'en-x-human1' })).body).toMatchObject(absent)
  const broken = 'https://show.example/broken'
  const listed = await service.call('GET', `/v1/languages?${new URLSearchParams({ url: broken })}`)
  const [track] = (listed.body as LanguageList).tracks
  const unreadable = { code: 'language_unavailable', detail: expect.stringContaining('no text') }
  expect((await ask({ url: broken, track: track?.id })).body).toMatchObject(unreadable)
})

test('a whole show, a page without a recording and Spotify say what to paste instead', async () => {
  const unsupported = (detail: RegExp) => [
    422,
    { detail: [{ type: 'unsupported_source', msg: expect.stringMatching(detail), loc: ['body', 'url'] }] },
  ]
  const show = await ask({ url: 'https://show.example/feed.xml' })
  expect([show.status, show.body]).toMatchObject(unsupported(/whole podcast/))
  const about = await ask({ url: 'https://show.example/about' })
  expect([about.status, about.body]).toMatchObject(unsupported(/no supported recording on this page/))
  const spotify = await ask({ url: 'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk' })
  expect([spotify.status, spotify.body]).toMatchObject([403, { code: 'source_drm_protected' }])
})
