import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { BILIBILI } from '@/test/origin/platforms/bilibili'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { TIKTOK } from '@/test/origin/platforms/tiktok'
import { VIMEO } from '@/test/origin/platforms/vimeo'
import { X } from '@/test/origin/platforms/x'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { keptSoFar } from '../answers/keep-answer'
import { fetchAudio } from '../fetch-audio'
import type { Attempt } from './attempt'
import { extractorsFor } from './extractors-for'
import { tryExtractors } from './try-extractors'

const LINKS = {
  tiktok: (id: string) => `https://www.tiktok.com/@_/video/${id}`,
  x: (id: string) => `https://x.com/i/status/${id}`,
  bilibili: (id: string) => `https://www.bilibili.com/video/${id}`,
  vimeo: (id: string) => `https://player.vimeo.com/video/${id}`,
} satisfies Partial<Record<Platform, (id: string) => string>>

let special: (host: string, path: string) => OriginAnswer | undefined = () => undefined
const origin = await startOrigin([({ host, path: at }) => special(host, at), ...platformRoutes])
const folder = await mkdtemp(path.join(tmpdir(), 'embeds-'))
trustOrigin(origin)
// If yt-dlp breaks, only what embeds show is left.
setEnv({ YTDLP_PATH: path.join(folder, 'no-yt-dlp'), VERBATIM_DATA: folder })

beforeEach(() => {
  special = () => undefined
  clearSingleton('breakers')
  clearSingleton('extractor failures')
})
afterAll(async () => {
  await keptSoFar()
  await origin.close()
  await rm(folder, { recursive: true, force: true })
})

function refTo(platform: keyof typeof LINKS, videoId: string, accessKey = ''): MediaRef {
  const url = LINKS[platform](videoId)
  return { platform, videoId, accessKey, url, openUrl: url, ownerId: null, title: null }
}

const never = new AbortController().signal

async function ask(ref: MediaRef, requestedLang = 'en') {
  const trace: Attempt[] = []
  const requested = { requestedLang, strict: false }
  const answer = await tryExtractors(extractorsFor(ref), { ref, requested, signal: never, trace }).catch(
    (error: unknown) => error,
  )
  const tried = trace.map((step) => `${step.way}: ${step.outcome}`)
  if (answer instanceof Problem) return { code: answer.code, tried }
  if (answer instanceof Error) throw answer
  return { ...(answer as Awaited<ReturnType<typeof tryExtractors>>), tried }
}

test('a post of X is read from its embed, with the captions in its playlist', async () => {
  const answer = await ask(refTo('x', X.captioned))
  expect(answer).toMatchObject({
    captions: { lang: 'en', source: 'captions', segments: [{ text: 'Hello from captions' }, { text: 'Second line' }] },
    media: {
      title: 'Some Body - regular video',
      author: 'Some Body',
      durationMs: 20_100,
      publishedAt: new Date('2023-09-01T00:00:00Z'),
      thumbnailUrl: 'https://pbs.twimg.com/x.jpg',
    },
    tried: ['yt-dlp: transcriber_unavailable', 'x embed: ok', 'x embed captions: ok'],
  })
})

test('the video that a link to a post means is chosen among several', async () => {
  const answer = await ask(refTo('x', X.severalVideos, 'video-2'))
  expect(answer).toMatchObject({ captions: null, media: { thumbnailUrl: 'https://pbs.twimg.com/second.jpg' } })
})

test('a video of TikTok is read from its embed, which leaves its captions to speech recognition', async () => {
  expect(await ask(refTo('tiktok', TIKTOK.captioned))).toMatchObject({
    captions: null,
    media: {
      title: 'Auto captions available #science',
      author: 'hankgreen1',
      durationMs: 79_000,
      publishedAt: new Date('2021-12-30T17:00:00Z'),
      audio: { kind: 'link' },
    },
    tried: ['yt-dlp: transcriber_unavailable', 'tiktok embed: ok'],
  })
})

test("a video of Vimeo is read from its player, with captions that people made before a machine's", async () => {
  expect(await ask(refTo('vimeo', VIMEO.captioned))).toMatchObject({
    captions: { lang: 'en', source: 'captions' },
    media: { title: 'The New Vimeo Player', author: 'Vimeo', durationMs: 62_000 },
    tried: ['yt-dlp: transcriber_unavailable', 'vimeo player: ok', 'vimeo player captions: ok'],
  })
})

test('a video of Bilibili is read from the API of its player, without machine translations', async () => {
  const answer = await ask(refTo('bilibili', BILIBILI.captioned), 'zh')
  expect(answer).toMatchObject({
    captions: { lang: 'zh', source: 'auto_captions', availableLangs: ['zh', 'en-US'] },
    media: { title: '测试视频', author: 'up', durationMs: 61_000 },
  })
})

test.each([
  ['x', X.forAdults, 'source_age_restricted'],
  ['x', X.private, 'source_private'],
  ['vimeo', VIMEO.behindPassword, 'source_private'],
  ['vimeo', VIMEO.live, 'source_live'],
  ['vimeo', VIMEO.upcoming, 'source_not_started'],
  ['bilibili', BILIBILI.behindLogin, 'source_login_required'],
] as const)('the answer of the embed of %s on %s is reported as %s', async (platform, id, code) => {
  expect(await ask(refTo(platform, id))).toMatchObject({ code })
})

test.each([
  ['x', X.unheardOf],
  ['tiktok', TIKTOK.gone],
  ['vimeo', VIMEO.gone],
  ['bilibili', BILIBILI.gone],
] as const)('that an embed of %s finds nothing is not enough to call %s missing', async (platform, id) => {
  expect(await ask(refTo(platform, id))).toMatchObject({ code: 'transcriber_unavailable' })
})

test.each(['x', 'tiktok', 'vimeo', 'bilibili'] as const)(
  'an embed of %s that has changed leaves the first problem standing',
  async (platform) => {
    const ids = { x: X.captioned, tiktok: TIKTOK.captioned, vimeo: VIMEO.captioned, bilibili: BILIBILI.captioned }
    for (const body of ['', '<html>new design</html>', '{"code":0,"data":{"title":7}}', 'null', '[]']) {
      special = () => ({ body })
      const { tried, code } = await ask(refTo(platform, ids[platform]))
      expect([code, tried.at(-1)]).toEqual(['transcriber_unavailable', expect.stringContaining('upstream_changed')])
    }
  },
)

test.each([
  ['x', X.captioned],
  ['tiktok', TIKTOK.captioned],
  ['vimeo', VIMEO.captioned],
  ['bilibili', BILIBILI.captioned],
] as const)('the audio of %s is downloaded from what the embed names', async (platform, id) => {
  const file = path.join(folder, platform)
  await fetchAudio(refTo(platform, id), file, never)
  expect(await readFile(file)).toEqual(await readFile('test/fixtures/audio/jfk.mp3'))
})

test("audio at an address that is not the platform's is not downloaded", async () => {
  special = (host) => {
    if (host !== 'cdn.syndication.twimg.com') return undefined
    const variants = [{ bitrate: 1, content_type: 'video/mp4', url: 'https://elsewhere.example/a.mp4' }]
    return { body: JSON.stringify({ text: 't', mediaDetails: [{ video_info: { variants } }] }) }
  }
  const fetching = fetchAudio(refTo('x', X.captioned), path.join(folder, 'elsewhere'), never)
  await expect(fetching).rejects.toMatchObject({ code: 'transcriber_unavailable' })
  expect(origin.requests.map(({ url }) => url).filter((url) => url.includes('elsewhere'))).toEqual([])
})
