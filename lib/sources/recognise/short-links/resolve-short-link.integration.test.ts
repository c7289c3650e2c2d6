import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { guardedAgent } from '@/lib/net/guard/guarded-agent'
import { recognise } from '@/lib/sources/recognise/recognise'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'
import { useDatabase } from '@/test/database'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { VIMEO, VIMEO_EVENTS, vimeoRoute } from '@/test/origin/platforms/vimeo'
import { startOrigin } from '@/test/origin/start-origin'

const ID = 'dQw4w9WgXcQ'
const NOTE = '674051740000000007027a15'
const REEL = 'https://www.facebook.com/reel/1195289147628387'
const CLIP = `{"responseContext":{},"currentVideoEndpoint":{"clickTrackingParams":"x","watchEndpoint":{"videoId":"${ID}"}}}`

function to(location: string, status = 302): OriginAnswer {
  return { status, headers: { location } }
}

function page(html: string): OriginAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<!doctype html><html>${html}</html>` }
}

/** A page of LinkedIn that warns its reader before it leads on. */
const interstitial = (link: string) => `<body><header><a href="https://www.linkedin.com/?trk=x">LinkedIn</a></header>
  <article>This link will take you to a page that’s not on LinkedIn</article>
  <a class="button" data-tracking-control-name="external_url_click" data-tracking-will-navigate
    href="${link}">Continue</a><a href="/help">Learn more</a></body>`

async function* endless() {
  yield '<!doctype html>'
  for (;;) yield `<p>${'x'.repeat(10_000)}</p>`
}

/** Responses of the simulated short-link servers, by `host/path`. */
const ANSWERS: Record<string, OriginAnswer | ((method: string) => OriginAnswer)> = {
  'vm.tiktok.com/ZMone/': to('https://www.tiktok.com/@hankgreen1/video/7047596209028074758?_r=1', 301),
  'vm.tiktok.com/ZMgone/': to('https://www.tiktok.com/'),
  'vm.tiktok.com/ZMprofile/': to('https://www.tiktok.com/@hankgreen1?_t=1'),
  'vm.tiktok.com/ZMlogin/': to(
    'https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7047596209028074758',
  ),
  'www.tiktok.com/t/ZTone': to('/t/ZTtwo'),
  'www.tiktok.com/t/ZTtwo': to('https://www.tiktok.com/@_/video/7047596209028074758'),
  't.co/one': to('https://fb.watch/one/'),
  'fb.watch/one/': to(REEL),
  't.co/head': (method) => (method === 'HEAD' ? { status: 405 } : to(REEL)),
  't.co/headpage': (method) => (method === 'HEAD' ? page('') : to(REEL)),
  't.co/refresh': page(
    `<head><noscript><META http-equiv="refresh" content="0;URL=https://youtu.be/${ID}?a=1&amp;b=2"></noscript>`,
  ),
  't.co/file': to('http://media.example/a.mp3?token=hunter2'),
  't.co/missingfile': to('http://media.example/none.mp3'),
  't.co/bitly': to('http://bit.example/x'),
  'bit.example/x': to(`https://youtu.be/${ID}`),
  'media.example/a.mp3?token=hunter2': { headers: { 'content-type': 'audio/mpeg' }, body: 'ID3' },
  't.co/unlisted': to('https://vimeo.com/903115595/f14d06da38'),
  't.co/clip': to('https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ'),
  't.co/event': to(`https://vimeo.com/event/${VIMEO_EVENTS.weekly}/embed?muted=1`),
  't.co/podcast': to('https://podcasts.apple.com/us/podcast/x/id1200361736?i=1000748574256'),
  'www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ': page(`<script>var ytInitialData = ${CLIP};</script>`),
  'www.youtube.com/clip/UgkxEmpty00000': page('<p>Nothing</p>'),
  'www.youtube.com/clip/UgkxEndless0000': { headers: { 'content-type': 'text/html' }, body: '' },
  'www.facebook.com/share/v/1AbC/': page(`<meta content="${REEL}/?x=1" property='og:url'>`),
  'www.facebook.com/share/r/2AbC/': to(`https://www.facebook.com/login/?next=${encodeURIComponent(REEL)}`),
  'www.facebook.com/share/r/3AbC/': to('https://www.facebook.com/login/'),
  'www.instagram.com/share/reel/BAGh': to('/accounts/login/?next=%2Freel%2FCrVB9tatUDv%2F'),
  'xhslink.com/a/one': to(
    `https://www.xiaohongshu.com/discovery/item/${NOTE}?xsec_token=CBgeL8%3D&xsec_source=app_share`,
  ),
  'xhslink.com/a/gone': to('https://www.xiaohongshu.com/404?source=note'),
  'b23.tv/none': page('<p>Nothing</p>'),
  'b23.tv/one': to('https://www.bilibili.com/video/BV18i4y1m7xV?p=2&share_source=copy'),
  'b23.tv/404': { status: 404 },
  'b23.tv/429': { status: 429, headers: { 'retry-after': '9' } },
  'b23.tv/403': { status: 403 },
  'b23.tv/500': { status: 500 },
  'lnkd.in/video': page(interstitial(`https://youtu.be/${ID}?a=1&amp;b=2`)),
  'lnkd.in/file': page(interstitial('http://media.example/a.mp3?token=hunter2')),
  'lnkd.in/unmarked': page(interstitial(`https://youtu.be/${ID}`).replaceAll('data-tracking-control-name', 'data-x')),
  'lnkd.in/direct': to(`https://youtu.be/${ID}`, 301),
  'lnkd.in/several': page('<a href="https://a.example/1">1</a><a href="https://b.example/2">2</a>'),
  'lnkd.in/gone': { status: 404 },
  'lnkd.in/private': page(interstitial('http://169.254.169.254/latest/meta-data')),
  'b23.tv/unknown': page(interstitial(`https://youtu.be/${ID}`)),
  't.co/loop': to('http://t.co/loop2'),
  't.co/loop2': to('http://t.co/loop'),
  't.co/private': to('http://169.254.169.254/latest/meta-data'),
  't.co/loopback': to('http://[::1]/a.mp3'),
  't.co/user': to('https://user:hunter2@youtu.be/x'),
  't.co/script': to('javascript:alert(1)'),
  't.co/garbage': to('http://%%%'),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`t.co/n${number}`, to(`http://t.co/n${number + 1}`)])),
  't.co/n6': to(REEL),
}

const origin = await startOrigin([
  ({ method, url, host, path }) => {
    if (path.startsWith('/clip/UgkxEndless')) return { headers: { 'content-type': 'text/html' }, body: endless() }
    if (path === '/hang') return new Promise<OriginAnswer>(() => undefined)
    const answer = ANSWERS[`${host}${path}`] ?? (url.includes('none.mp3') ? { status: 404 } : undefined)
    return typeof answer === 'function' ? answer(method) : answer
  },
  vimeoRoute,
])
await useDatabase()
setEnv({ EGRESS_PROXY_URL: origin.proxyUrl })
// NODE_EXTRA_CA_CERTS is read only when a process starts, so the way out is made here, to trust the origin's authority.
const ca = await readFile(origin.caFile, 'utf8')
const dispatcher = singleton(`way-out ${origin.proxyUrl}`, () => guardedAgent({ proxyUrl: origin.proxyUrl, ca }))
afterAll(async () => {
  await dispatcher.close()
  await origin.close()
})

const never = new AbortController().signal
const resolve = (link: string) => resolveShortLink(link, never)

async function outcome(link: string): Promise<string> {
  try {
    const found = await resolve(link)
    if (found.kind === 'recording') return `${found.ref.platform} ${found.ref.videoId}`
    if (found.kind === 'list') return `list ${found.url}`
    return found.kind === 'link' ? `link ${found.url.href}` : found.kind
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

function asked(): string[] {
  return origin.requests.map(({ method, url }) => `${method} ${url}`)
}

beforeEach(async () => {
  origin.requests.length = 0
  await db().sourceMemory.deleteMany()
})

describe('a short link leads to', () => {
  test.each([
    ['https://vm.tiktok.com/ZMone/', 'tiktok 7047596209028074758'],
    ['https://www.tiktok.com/t/ZTone?_r=1', 'tiktok 7047596209028074758'],
    ['https://t.co/one', 'facebook 1195289147628387'],
    ['https://xhslink.com/a/one', `rednote ${NOTE}`],
    ['https://b23.tv/one', 'bilibili BV18i4y1m7xV'],
    ['http://t.co/bitly', `youtube ${ID}`],
    ['http://t.co/file', 'link http://media.example/a.mp3?token=hunter2'],
    ['http://t.co/missingfile', 'link http://media.example/none.mp3'],
    ['https://t.co/podcast', 'podcast'],
    ['https://t.co/unlisted', 'vimeo 903115595'],
    ['https://vm.tiktok.com/ZMprofile/', 'list https://www.tiktok.com/@hankgreen1'],
    // Targets behind a sign-in or a question about cookies.
    ['https://vm.tiktok.com/ZMlogin/', 'tiktok 7047596209028074758'],
    ['https://www.facebook.com/share/r/2AbC/', 'facebook 1195289147628387'],
    ['https://www.instagram.com/share/reel/BAGh', 'instagram CrVB9tatUDv'],
    // Targets that a HEAD request does not reveal.
    ['https://t.co/head', 'facebook 1195289147628387'],
    ['https://t.co/headpage', 'facebook 1195289147628387'],
    ['https://t.co/refresh', `youtube ${ID}`],
    ['https://www.facebook.com/share/v/1AbC/?mibextid=x', 'facebook 1195289147628387'],
    // A page that asks its reader to continue.
    ['https://lnkd.in/video', `youtube ${ID}`],
    ['https://lnkd.in/unmarked', `youtube ${ID}`],
    ['https://lnkd.in/direct', `youtube ${ID}`],
    ['https://lnkd.in/file', 'link http://media.example/a.mp3?token=hunter2'],
    // A page that has to be read.
    ['https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ', `youtube ${ID}`],
    ['https://t.co/clip', `youtube ${ID}`],
    [`https://vimeo.com/event/${VIMEO_EVENTS.weekly}`, `vimeo ${VIMEO.captioned}`],
    [`https://vimeo.com/event/${VIMEO_EVENTS.unlisted}`, `vimeo ${VIMEO.captioned}`],
    ['https://t.co/event', `vimeo ${VIMEO.captioned}`],
    // Nothing to resolve.
    [`https://youtu.be/${ID}`, `youtube ${ID}`],
    ['https://media.example/x', 'link https://media.example/x'],
  ])('%s: %s', async (link, wanted) => {
    expect(await outcome(link)).toBe(wanted)
  })

  test('a target found by HEAD alone, and never past a recording', async () => {
    await resolve('https://t.co/one')
    expect(asked()).toEqual(['HEAD https://t.co/one', 'HEAD https://fb.watch/one/'])
  })

  test('a note whose token stays in the address to open', async () => {
    const openUrl = `https://www.xiaohongshu.com/discovery/item/${NOTE}?xsec_token=CBgeL8%3D&xsec_source=app_share`
    for (const _ of ['asked', 'remembered']) {
      expect(await resolve('https://xhslink.com/a/one')).toMatchObject({ ref: { accessKey: '', openUrl } })
    }
  })
})

describe('a short link that leads nowhere good', () => {
  test.each([
    ['https://vm.tiktok.com/ZMgone/', 'source_not_found'],
    ['https://www.facebook.com/share/r/3AbC/', 'source_login_required'],
    ['https://xhslink.com/a/gone', 'source_not_found'],
    ['https://b23.tv/none', 'source_not_found'],
    // The links of any other page lead nowhere.
    ['https://b23.tv/unknown', 'source_not_found'],
    ['https://lnkd.in/several', 'source_not_found'],
    ['https://lnkd.in/gone', 'source_not_found'],
    ['https://lnkd.in/private', 'blocked_url'],
    ['https://b23.tv/404', 'source_not_found'],
    ['https://b23.tv/429', 'upstream_blocked'],
    ['https://b23.tv/403', 'upstream_blocked'],
    ['https://b23.tv/500', 'upstream_changed'],
    ['http://t.co/loop', 'upstream_changed'],
    ['http://t.co/n1', 'upstream_changed'],
    ['https://t.co/private', 'blocked_url'],
    ['https://t.co/loopback', 'blocked_url'],
    ['https://t.co/user', 'blocked_url'],
    ['https://t.co/script', 'blocked_url'],
    ['https://t.co/garbage', 'upstream_changed'],
    [`https://vimeo.com/event/${VIMEO_EVENTS.planned}`, 'source_not_started'],
    [`https://vimeo.com/event/${VIMEO_EVENTS.behindPassword}`, 'source_private'],
    [`https://vimeo.com/event/${VIMEO_EVENTS.onOnePage}`, 'source_private'],
    ['https://vimeo.com/event/404', 'source_not_found'],
    ['https://www.youtube.com/clip/UgkxEmpty00000', 'upstream_changed'],
    ['https://www.youtube.com/clip/UgkxEndless0000', 'upstream_changed'],
  ])('%s is %s, and not remembered', async (link, code) => {
    expect(await outcome(link)).toBe(code)
    expect(await db().sourceMemory.count()).toBe(0)
  })

  test('is asked for five hops and no more', async () => {
    expect(await outcome('http://t.co/n2')).toBe('facebook 1195289147628387')
    origin.requests.length = 0
    expect(await outcome('http://t.co/n1')).toBe('upstream_changed')
    expect(asked()).toHaveLength(5)
  })

  test('says when to come back', async () => {
    await expect(resolve('https://b23.tv/429')).rejects.toMatchObject({ retryAfterSeconds: 9 })
  })

  test("ends with the caller's reason on abort", async () => {
    const controller = new AbortController()
    const asking = resolveShortLink('http://t.co/hang', controller.signal)
    controller.abort(new Error('gone'))
    await expect(asking).rejects.toThrow('gone')
  })
})

describe('the target of a short link', () => {
  test('is remembered for 30 days and not asked for again, however the link is written', async () => {
    await resolve('https://vm.tiktok.com/ZMone/')
    const before = asked().length
    expect(await outcome('VM.tiktok.com/ZMone/?utm_source=x')).toBe('tiktok 7047596209028074758')
    expect(asked()).toHaveLength(before)
    const row = await db().sourceMemory.findFirstOrThrow()
    expect(row.key).toMatch(/^short:[\da-f]{64}$/)
    expect(row.value).toEqual({ url: 'https://www.tiktok.com/@hankgreen1/video/7047596209028074758' })
    const days = (row.expiresAt.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('is asked for again when it is out of date', async () => {
    await resolve('https://vm.tiktok.com/ZMone/')
    await db().sourceMemory.updateMany({ data: { expiresAt: new Date(0), value: { url: `https://youtu.be/${ID}` } } })
    expect(await outcome('https://vm.tiktok.com/ZMone/')).toBe('tiktok 7047596209028074758')
    expect(await db().sourceMemory.count({ where: { expiresAt: { gt: new Date() } } })).toBe(1)
  })

  test('is asked for again when it was remembered in another shape', async () => {
    await resolve('https://vm.tiktok.com/ZMone/')
    for (const value of [{}, { url: 'https://www.tiktok.com/' }, 'x']) {
      await db().sourceMemory.updateMany({ data: { value } })
      expect(await outcome('https://vm.tiktok.com/ZMone/')).toBe('tiktok 7047596209028074758')
    }
  })

  test('is asked for each time where it is the newest of several', async () => {
    for (const link of [`https://vimeo.com/event/${VIMEO_EVENTS.weekly}`, 'https://t.co/event']) await resolve(link)
    expect(await db().sourceMemory.count()).toBe(0)
  })

  test('is the video with the secret in the API of an event that is not listed', async () => {
    expect(await resolve(`https://vimeo.com/event/${VIMEO_EVENTS.unlisted}`)).toEqual(
      recognise(`https://vimeo.com/${VIMEO.captioned}/8272103f6e`),
    )
  })

  test.each(['https://t.co/unlisted', 'http://t.co/file'])(
    '%s is not remembered, for it holds a secret',
    async (link) => {
      await resolve(link)
      expect(await db().sourceMemory.count()).toBe(0)
    },
  )
})
