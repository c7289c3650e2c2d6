import { afterAll, describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import type { JobStarted } from '@/lib/jobs/contract'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { webRecording } from '@/lib/platforms/web/links'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { OTHER_SITES, otherSitesRoute, pageRefused } from '@/test/origin/platforms/other-sites'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { pageAnswer } from '@/test/origin/youtube'
import { ended, newUser, useService } from '@/test/service'

const origin = await startOrigin([
  otherSitesRoute,
  ({ host, path }) => {
    if (host !== 'unknown.example') return undefined
    const status = Number(/^\/status\/(\d{3})/.exec(path)?.[1] ?? 200)
    if (status !== 200) return { status, body: 'no' }
    if (path === '/feed.xml') return { status: 404, body: '' }
    return pageAnswer(
      path === '/blog' ? '<link rel="alternate" type="application/rss+xml" href="/feed.xml">' : '<p></p>',
    )
  },
  ({ host }) => (host === 'bit.ly' ? { status: 301, headers: { location: OTHER_SITES.silent } } : undefined),
])
const service = await useService({ ANY_SITE: 'on' })
trustOrigin(origin)
const installed = await findYtDlp()
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
})

const user = await newUser()
const post = (path: string, url: string) => service.call('POST', path, { key: user.apiKey, body: { url } })
const ask = (url: string) => post('/v1/transcript', url)

describe.skipIf(!installed)('a site that is no platform (skipped where yt-dlp is not installed)', () => {
  test('is read by its captions', async () => {
    const answer = await ask(OTHER_SITES.captioned)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        platform: 'web',
        url: OTHER_SITES.captioned,
        title: 'A talk on Rumble',
        source: 'captions',
        lang: 'en',
        video_id: expect.stringMatching(/^[\w-]{22}$/),
      },
    ])
    expect((await ask(`${OTHER_SITES.captioned}?utm_source=mail`)).body).toMatchObject({ cached: true })
    expect((await post('/v1/resolve', OTHER_SITES.captioned)).body).toMatchObject({
      kind: 'recording',
      platform: 'web',
      recording: { title: 'A talk on Rumble', duration_seconds: 11 },
    })
    const languages = await service.call(
      'GET',
      `/v1/languages?${new URLSearchParams({ url: OTHER_SITES.captioned })}`,
      { key: user.apiKey },
    )
    expect(languages.body).toMatchObject({ languages: [{ code: 'en', source: 'captions' }] })
  })

  test('is transcribed by its sound where it has none, though its page names no recording', {
    tags: 'deep',
  }, async () => {
    const started = await ask(OTHER_SITES.silent)
    expect(started.status).toBe(202)
    expect(await ended(service, user.apiKey, (started.body as JobStarted).job_id)).toMatchObject({
      status: 'done',
      platform: 'web',
      title: 'A clip on Streamable',
      transcript: { source: 'speech_to_text', duration_seconds: 11 },
    })
  })

  test('is found behind a short link', async () => {
    expect((await post('/v1/resolve', 'https://bit.ly/clip')).body).toMatchObject({
      platform: 'web',
      url: OTHER_SITES.silent,
      recording: { title: 'A clip on Streamable' },
    })
  })

  test('with one page for all its recordings has one for each fragment', () => {
    const [one, other] = ['1', '2'].map((id) => webRecording(new URL(`https://music.example/#/program?id=${id}`)).ref)
    expect(one?.videoId).not.toBe(other?.videoId)
    expect(one?.url).toBe('https://music.example/#/program?id=1')
    expect(webRecording(new URL('https://a.example/x#top')).ref.url).toBe('https://a.example/x')
  })

  test('is not asked for a caller without an account', async () => {
    const list = (key?: string) =>
      service.call(
        'GET',
        `/v1/languages?${new URLSearchParams({ url: `${OTHER_SITES.captioned}?anonymous` })}`,
        key ? { key } : {},
      )
    origin.requests.length = 0
    await list()
    const asked = origin.requests.length
    expect((await list(user.apiKey)).status).toBe(200)
    expect(asked).toBe(0)
  })

  test('has lists, which are offered for import', { tags: 'deep' }, async () => {
    const one = await ask(OTHER_SITES.channel)
    expect([one.status, one.body]).toMatchObject([422, { detail: [{ ctx: { importable: 'list' } }] }])
    const preview = await post('/v1/import/preview', OTHER_SITES.channel)
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { kind: 'list', platform: 'web', items: [{ title: expect.any(String) }, { title: expect.any(String) }] },
    ])
    for (const path of ['/v1/import', '/v1/watches'])
      expect((await post(path, OTHER_SITES.channel)).status).toBeLessThan(300)
    const single = await post('/v1/import/preview', OTHER_SITES.captioned)
    expect([single.status, single.body]).toMatchObject([
      422,
      { detail: [{ msg: expect.stringContaining('one recording') }] },
    ])
  })

  test.each([
    [OTHER_SITES.live, 409, { code: 'source_live' }],
    [OTHER_SITES.unready, 502, { code: 'upstream_changed' }],
    [OTHER_SITES.refused, 503, { code: 'upstream_blocked' }],
    [OTHER_SITES.intoPrivateNetwork, 422, { detail: [{ type: 'blocked_url' }] }],
    ['https://www.netflix.com/watch/80100172', 422, { detail: [{ type: 'unsupported_source' }] }],
  ])('%s is refused by name: %i', async (url, status, body) => {
    const answer = await ask(url)
    expect([answer.status, answer.body]).toMatchObject([status, body])
  })

  test('a page that yt-dlp does not know is refused, and no other host is asked', async () => {
    origin.requests.length = 0
    const answer = await ask('https://streamable.com/')
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ type: 'unsupported_source', msg: expect.stringContaining('found no supported recording') }] },
    ])
    expect(new Set(origin.requests.map(({ url }) => new URL(url).hostname))).toEqual(new Set(['streamable.com']))
  })

  const languages = (url: string, key?: string) =>
    service.call('GET', `/v1/languages?${new URLSearchParams({ url })}`, key ? { key } : {})
  const apiAsked = () => origin.requests.some(({ url }) => url.startsWith('https://ajax.streamable.com/'))

  async function expectRead(status: number): Promise<void> {
    const recording = { title: 'A clip on Streamable', duration_seconds: 11 }
    expect((await post('/v1/resolve', pageRefused(status))).body).toMatchObject({ platform: 'web', recording })
    const { body } = await languages(pageRefused(status), user.apiKey)
    expect(body).toMatchObject({ url: pageRefused(status), ...recording })
  }

  test.each([401, 403, 429, 500, 503])('is read though its page answers programs with %i', { tags: 'deep' }, expectRead)

  test('is transcribed though its page refuses programs', async () => {
    const answer = await ask(pageRefused(403))
    expect([answer.status, answer.body]).toMatchObject([202, { job_id: expect.any(String) }])
  })

  test('is read though the feed of its page is gone', { tags: 'deep' }, async () => {
    expect((await post('/v1/resolve', OTHER_SITES.deadFeed)).body).toMatchObject({
      recording: { title: 'A clip on Streamable' },
    })
  })

  test('with a page that is gone is gone, without yt-dlp', async () => {
    origin.requests.length = 0
    for (const path of ['/v1/transcript', '/v1/resolve']) {
      const answer = await post(path, pageRefused(404))
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'source_not_found' }])
    }
    expect(apiAsked()).toBe(false)
  })

  test('with a page that refuses programs is not asked for a caller without an account, or where other sites are off', async () => {
    origin.requests.length = 0
    const refused = { code: 'source_login_required', detail: expect.stringContaining('does not give this to everyone') }
    expect((await languages(`${pageRefused(403)}?anonymous`)).body).toMatchObject(refused)
    setEnv({ ANY_SITE: 'off' })
    for (const path of ['/v1/transcript', '/v1/resolve', '/v1/import/preview']) {
      expect((await post(path, `${pageRefused(403)}?off`)).body).toMatchObject(refused)
    }
    setEnv({ ANY_SITE: 'on' })
    expect(apiAsked()).toBe(false)
  })

  async function expectRefused(status: number, code: string): Promise<void> {
    const url = `https://unknown.example/status/${status}`
    for (const path of ['/v1/transcript', '/v1/resolve', '/v1/import/preview', '/v1/podcast/resolve']) {
      expect((await post(path, url)).body).toMatchObject({ code })
    }
    expect((await languages(url, user.apiKey)).body).toMatchObject({ code })
  }

  test.each([
    [403, 'source_login_required'],
    [429, 'upstream_blocked'],
    [500, 'upstream_changed'],
    [503, 'upstream_failed'],
  ] as const)('that yt-dlp does not know is refused for what its page answered: %i', { tags: 'deep' }, expectRefused)

  test('that yt-dlp does not know is refused for the feed that is gone', { tags: 'deep' }, async () => {
    for (const path of ['/v1/transcript', '/v1/resolve', '/v1/import/preview']) {
      expect((await post(path, 'https://unknown.example/blog')).body).toMatchObject({ code: 'source_not_found' })
    }
  })

  test('with the address of a front end of YouTube is refused with the link of the video', async () => {
    const answer = await ask('https://unknown.example/watch?v=dQw4w9WgXcQ')
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { detail: [{ msg: expect.stringContaining('paste this link: https://www.youtube.com/watch?v=dQw4w9WgXcQ') }] },
    ])
  })

  test('switched off is refused, without yt-dlp', async () => {
    setEnv({ ANY_SITE: 'off' })
    for (const url of [`${OTHER_SITES.captioned}?off`, `${OTHER_SITES.silent}?off`]) {
      const answer = await ask(url)
      expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type: 'unsupported_source' }] }])
    }
    setEnv({ ANY_SITE: 'on' })
  })
})

test('any site is read on a machine of one, or where accounts are given out, unless the operator says otherwise', () => {
  const anySite = (changes: Record<string, string>) =>
    setEnv({ ANY_SITE: '', HOST: '', BASE_URL: '', SIGN_UP: '', ...changes }).anySite
  const here = { BASE_URL: 'http://localhost:3000' }
  const away = { BASE_URL: 'https://verbatim.example' }
  expect([anySite(here), anySite(away), anySite({ ...away, SIGN_UP: 'invite' })]).toEqual([true, false, true])
  expect([anySite({ ...here, ANY_SITE: 'off' }), anySite({ ...away, ANY_SITE: 'on' })]).toEqual([false, true])
  setEnv({ ...here, ANY_SITE: 'on' })
})
