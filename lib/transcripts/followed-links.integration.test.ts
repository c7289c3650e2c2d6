import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, pageAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { newUser, useService } from '@/test/service'

const film = await readFile('public/samples/captioned.mp4')
const LINE = JSON.stringify({ events: [{ tStartMs: 0, dDurationMs: 2000, segs: [{ utf8: 'Hello from the video' }] }] })
const PAGES: Readonly<Record<string, string>> = {
  '/frame': '<iframe src="https://www.youtube.com/embed/framedVideo"></iframe>',
  '/film': '<video controls><source src="/film.mp4"></video>',
  '/several': '<iframe src="https://www.youtube.com/embed/firstOfTwo_"></iframe><video src="/film.mp4"></video>',
  '/list': '<iframe src="https://www.youtube.com/embed/videoseries?list=PLframed"></iframe>',
  '/none': '<p>Nothing to hear.</p>',
  '/private': '<video src="http://169.254.169.254/latest"></video>',
}
const REDIRECTS: Readonly<Record<string, string>> = {
  '/video': 'https://youtu.be/shortVideo_',
  '/twice': 'http://bit.ly/video2',
  '/video2': 'https://www.google.com/url?q=https%3A%2F%2Fyoutu.be%2FtwiceVideo_',
  '/playlist': 'https://www.youtube.com/playlist?list=PLshort',
  '/search': 'https://www.youtube.com/results?search_query=x',
  '/gone': 'https://www.youtube.com/',
  '/page': 'http://news.example/frame',
  '/file': 'https://drive.google.com/file/d/1PublicFile/view',
  '/private': 'http://10.0.0.1/a.mp3',
  '/circle': 'http://bit.ly/circle',
}

const ONEDRIVE = 'https://onedrive.live.com/redir?resid=1!12&authkey=!Public'

const youtube = youtubeOrigin()
const origin = await startOrigin([
  youtube.route,
  ({ host, path, url }) => {
    const { searchParams } = new URL(url)
    if (host === 'bit.ly' && REDIRECTS[path]) return { status: 301, headers: { location: REDIRECTS[path] } }
    if (host === 'api.onedrive.com') {
      const link = Buffer.from(/u!([\w-]+)/.exec(path)?.[1] ?? '', 'base64url').toString()
      if (link === ONEDRIVE) return { headers: { 'content-type': 'video/mp4' }, body: film }
      return { status: 401, body: '{"error":{"code":"unauthenticated"}}' }
    }
    if (host === 'drive.usercontent.google.com') {
      return searchParams.get('id') === '1PublicFile'
        ? { headers: { 'content-type': 'video/mp4' }, body: film }
        : {
            status: 302,
            headers: { location: `https://accounts.google.com/v3/signin?continue=${encodeURIComponent(url)}` },
          }
    }
    if (host !== 'news.example') return undefined
    if (path === '/film.mp4') return { headers: { 'content-type': 'video/mp4' }, body: film }
    return PAGES[path] === undefined ? { status: 404 } : pageAnswer(`<!doctype html><title>News</title>${PAGES[path]}`)
  },
])
const service = await useService()
trustOrigin(origin)
afterAll(() => origin.close())

youtube.play({
  player: (_, { videoId }) =>
    jsonAnswer({
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId, title: `Video ${videoId}`, lengthSeconds: '60' },
      captions: {
        playerCaptionsTracklistRenderer: {
          captionTracks: [
            {
              baseUrl: 'https://www.youtube.com/api/timedtext?v=x',
              languageCode: 'en',
              name: { simpleText: 'English' },
            },
          ],
        },
      },
    }),
  captions: () => jsonAnswer(LINE),
})

const user = await newUser()
const ask = (url: string) => service.call('POST', '/v1/transcript', { key: user.apiKey, body: { url } })
const resolve = (url: string) => service.call('POST', '/v1/resolve', { key: user.apiKey, body: { url } })

describe('a link that leads to a recording elsewhere', () => {
  test.each([
    ['http://bit.ly/video', 'youtube', 'shortVideo_'],
    ['http://bit.ly/twice', 'youtube', 'twiceVideo_'],
    ['http://news.example/frame', 'youtube', 'framedVideo'],
  ])('%s is that recording, for every operation', async (url, platform, videoId) => {
    const answer = await ask(url)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { platform, video_id: videoId, text: 'Hello from the video', source: 'captions' },
    ])
    expect((await resolve(url)).body).toMatchObject({ kind: 'recording', platform, recording: { video_id: videoId } })
    const languages = await service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`)
    expect([languages.status, languages.body]).toMatchObject([200, { languages: [{ code: 'en' }] }])
    const podcast = await service.call('POST', '/v1/podcast/resolve', { key: user.apiKey, body: { url } })
    expect([podcast.status, podcast.body]).toMatchObject([422, { detail: [{ msg: expect.stringContaining('video') }] }])
  })

  test('through a page behind a short link is that recording', async () => {
    expect((await ask('http://bit.ly/page')).body).toMatchObject({ platform: 'youtube', video_id: 'framedVideo' })
  })

  test('a page with one film is that film, with its captions', async () => {
    const answer = await ask('http://news.example/film')
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { url: 'http://news.example/film.mp4', source: 'captions', duration_seconds: 11 },
    ])
    expect((await resolve('http://news.example/film')).body).toMatchObject({ kind: 'recording', platform: 'podcast' })
  })

  test('a shared file is the file, and one that is not public says how to share it', async () => {
    const film = await ask('https://drive.google.com/file/d/1PublicFile/view?usp=sharing')
    expect([film.status, film.body]).toMatchObject([200, { source: 'captions', duration_seconds: 11 }])
    expect((await ask('http://bit.ly/file')).body).toMatchObject({ source: 'captions', duration_seconds: 11 })
    const secret = await ask('https://drive.google.com/file/d/1SecretFile/view')
    expect([secret.status, secret.body]).toMatchObject([
      403,
      { code: 'source_login_required', detail: expect.stringContaining('Share it with everyone who has the link') },
    ])
  })

  test('a file in OneDrive is the file, and one that is not public says how to share it', async () => {
    const film = await ask('https://onedrive.live.com/?authkey=%21Public&id=1%2112&cid=1')
    expect([film.status, film.body]).toMatchObject([200, { source: 'captions', duration_seconds: 11 }])
    for (const url of ['https://onedrive.live.com/?authkey=%21Secret&id=1%2112', 'https://1drv.ms/v/s!Secret']) {
      const answer = await ask(url)
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { code: 'source_login_required', detail: expect.stringContaining('Share it with everyone who has the link') },
      ])
    }
  })

  test('to a list is a list, which can be imported', { tags: 'deep' }, async () => {
    for (const [url, list] of [
      ['http://bit.ly/playlist', 'PLshort'],
      ['http://news.example/list', 'PLframed'],
    ] as const) {
      const one = await ask(url)
      expect([one.status, one.body]).toMatchObject([422, { detail: [{ ctx: { importable: 'list' } }] }])
      const preview = await service.call('POST', '/v1/import/preview', { key: user.apiKey, body: { url } })
      expect(preview.status).not.toBe(422)
      expect(origin.requests.some((request) => request.url.includes(list))).toBe(true)
    }
  })

  test('a page with several names them to choose from', async () => {
    const links = ['https://www.youtube.com/watch?v=firstOfTwo_', 'http://news.example/film.mp4']
    for (const answer of [await ask('http://news.example/several'), await resolve('http://news.example/several')]) {
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { detail: [{ type: 'unsupported_source', loc: ['body', 'url'], ctx: { links } }] },
      ])
    }
  })

  test.each([
    ['http://bit.ly/search', 422, { detail: [{ type: 'unsupported_source', msg: expect.stringContaining('search') }] }],
    ['http://bit.ly/gone', 404, { code: 'source_not_found' }],
    ['http://bit.ly/private', 422, { detail: [{ type: 'blocked_url' }] }],
    ['http://bit.ly/circle', 502, { code: 'upstream_changed' }],
    ['http://news.example/private', 422, { detail: [{ type: 'blocked_url' }] }],
    ['http://news.example/none', 422, { detail: [{ type: 'unsupported_source' }] }],
  ])('%s is refused for what is behind it: %i', async (url, status, body) => {
    const answer = await ask(url)
    expect([answer.status, answer.body]).toMatchObject([status, body])
  })

  test('asks no page of the site that it leads to', () => {
    expect(origin.requests.map(({ url }) => url)).not.toContain('https://youtu.be/shortVideo_')
  })
})
