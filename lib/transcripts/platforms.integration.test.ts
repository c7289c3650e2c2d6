import { afterAll, describe, expect, test } from 'vitest'
import { detectLanguage } from '@/lib/captions/language/detect-language'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import type { JobStarted } from '@/lib/jobs/contract'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { BILIBILI } from '@/test/origin/platforms/bilibili'
import { DAILYMOTION } from '@/test/origin/platforms/dailymotion'
import { FACEBOOK } from '@/test/origin/platforms/facebook'
import { INSTAGRAM } from '@/test/origin/platforms/instagram'
import { LOOM } from '@/test/origin/platforms/loom'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { REDNOTE } from '@/test/origin/platforms/rednote'
import { SOUNDCLOUD } from '@/test/origin/platforms/soundcloud'
import { TED } from '@/test/origin/platforms/ted'
import { TIKTOK } from '@/test/origin/platforms/tiktok'
import { TWITCH } from '@/test/origin/platforms/twitch'
import { VIMEO, VIMEO_EVENTS } from '@/test/origin/platforms/vimeo'
import { X } from '@/test/origin/platforms/x'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { ended, newUser, useService } from '@/test/service'

const youtube = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, youtube.route, ...platformRoutes])
const service = await useService()
trustOrigin(origin)
const installed = await findYtDlp()
// The first text without a label loads the detector of languages, once in a process.
await detectLanguage([{ startMs: 0, endMs: 1000, text: 'This text loads the detector.' }])
afterAll(async () => {
  await closeEgressProxy()
  await origin.close()
})

const user = await newUser()
const ask = (body: Record<string, unknown>) => service.call('POST', '/v1/transcript', { key: user.apiKey, body })

describe.skipIf(!installed)('links of every platform (skipped where yt-dlp is not installed)', () => {
  async function expectCaptions(url: string, more: Record<string, unknown>, expected: Record<string, unknown>) {
    const answer = await ask({ url, ...more })
    expect(answer.body).toMatchObject({ ...expected, text: expect.any(String), warnings: [] })
    expect(answer.status).toBe(200)
  }

  test.each([
    [
      `https://x.com/somebody/status/${X.captioned}?s=20`,
      {},
      { platform: 'x', video_id: X.captioned, source: 'captions' },
    ],
    [
      `https://www.tiktok.com/@hankgreen1/video/${TIKTOK.captioned}?is_from_webapp=1`,
      {},
      { platform: 'tiktok', video_id: TIKTOK.captioned, source: 'auto_captions', lang: 'en-US', duration_seconds: 79 },
    ],
    [
      `https://m.facebook.com/watch/?v=${FACEBOOK.captioned}`,
      {},
      { platform: 'facebook', video_id: FACEBOOK.captioned, source: 'auto_captions', lang: 'en-US' },
    ],
    [
      `https://vimeo.com/${VIMEO.captioned}`,
      {},
      { platform: 'vimeo', video_id: VIMEO.captioned, source: 'captions', title: 'The New Vimeo Player' },
    ],
    [
      `https://www.bilibili.com/video/${BILIBILI.captioned}/?spm_id_from=333`,
      { lang: 'zh' },
      { platform: 'bilibili', source: 'auto_captions', lang: 'zh', text: '你好\n\n第二行' },
    ],
    [
      `https://dai.ly/${DAILYMOTION.captioned}`,
      {},
      { platform: 'dailymotion', video_id: DAILYMOTION.captioned, source: 'captions', title: 'A review', lang: 'en' },
    ],
    [
      `https://embed.ted.com/talks/${TED.captioned}`,
      {},
      { platform: 'ted', video_id: TED.captioned, source: 'captions', lang: 'en', available_langs: ['en', 'fr'] },
    ],
    [
      `https://www.loom.com/embed/${LOOM.captioned}?sid=x`,
      {},
      { platform: 'loom', video_id: LOOM.captioned, source: 'auto_captions', title: 'A walk through the report' },
    ],
  ])('%s is answered with its captions', expectCaptions)

  test.each([
    [
      `https://vimeo.com/event/${VIMEO_EVENTS.weekly}`,
      {},
      { platform: 'vimeo', video_id: VIMEO.captioned, source: 'captions' },
    ],
    [
      'https://b23.tv/abc',
      {},
      { platform: 'bilibili', video_id: BILIBILI.captioned, source: 'captions', lang: 'en-US' },
    ],
  ])('%s leads to a recording, and is answered with its captions', { tags: 'deep' }, expectCaptions)

  async function expectTranscribed(platform: string, url: string): Promise<void> {
    const started = await ask({ url })
    expect(started.status).toBe(202)
    const job = await ended(service, user.apiKey, (started.body as JobStarted).job_id)
    expect(job).toMatchObject({
      status: 'done',
      platform,
      transcript: { source: 'speech_to_text', duration_seconds: 11, text: expect.stringMatching(/\w \w/) },
    })
    for (const secret of ['CBg', SOUNDCLOUD.secret]) expect(JSON.stringify(job)).not.toContain(secret)
  }

  test('without captions at soundcloud, the sound of a private link is transcribed, without its secret', () =>
    expectTranscribed('soundcloud', `https://soundcloud.com/${SOUNDCLOUD.private}/${SOUNDCLOUD.secret}`))

  test.each([
    ['instagram', `https://www.instagram.com/reel/${INSTAGRAM.open}/?igsh=x`],
    ['rednote', `https://www.xiaohongshu.com/explore/${REDNOTE.open}?xsec_token=CBg=&xsec_source=pc_feed`],
    ['twitch', `https://www.twitch.tv/videos/${TWITCH.vod}?t=1h`],
    ['x', `https://twitter.com/i/status/${X.silent}`],
    ['twitch', `https://www.twitch.tv/somebody/clip/${TWITCH.clip}`],
    ['soundcloud', `https://m.soundcloud.com/${SOUNDCLOUD.open}`],
    ['ted', `https://www.ted.com/talks/${TED.silent}`],
  ])('without captions at %s, the sound of %s is transcribed', { tags: 'deep' }, expectTranscribed)

  test('a YouTube video without captions is transcribed from its sound', async () => {
    const id = 'noCaptions1'
    const silent = () =>
      jsonAnswer({
        playabilityStatus: { status: 'OK' },
        videoDetails: { videoId: id, title: 'Silent', lengthSeconds: '11' },
      })
    youtube.play({ player: silent, watch: youtubeWatchPage })
    const started = await ask({ url: `https://youtu.be/${id}` })
    expect(started.status).toBe(202)
    youtube.play({ player: () => youtubePlayer(id), watch: youtubeWatchPage })
    const job = await ended(service, user.apiKey, (started.body as JobStarted).job_id)
    expect(job).toMatchObject({ status: 'done', title: 'Silent', transcript: { source: 'speech_to_text' } })
  })

  async function expectRefused(url: string, status: number, code: string): Promise<void> {
    const before = await db().job.count()
    const answer = await ask({ url })
    expect([answer.status, answer.body]).toMatchObject([status, { code, detail: expect.stringMatching(/\.$/) }])
    expect(await db().job.count()).toBe(before)
  }

  test.each([
    [`https://www.tiktok.com/@a/video/${TIKTOK.private}`, 403, 'source_private'],
    [`https://www.tiktok.com/@a/video/${TIKTOK.abroad}`, 403, 'source_geo_blocked'],
    [`https://x.com/i/status/${X.forAdults}`, 403, 'source_age_restricted'],
    [`https://x.com/i/status/${X.gone}`, 404, 'source_not_found'],
    [`https://www.facebook.com/watch/?v=${FACEBOOK.behindLogin}`, 403, 'source_login_required'],
    [`https://www.bilibili.com/video/${BILIBILI.forSupporters}`, 403, 'source_members_only'],
    [`https://www.bilibili.com/video/${BILIBILI.refused}`, 503, 'upstream_blocked'],
    [`https://vimeo.com/${VIMEO.live}`, 409, 'source_live'],
    [`https://vimeo.com/${VIMEO.upcoming}`, 409, 'source_not_started'],
    [`https://www.facebook.com/watch/?v=${FACEBOOK.notUnderstood}`, 502, 'upstream_changed'],
  ])('%s is refused by name: %i %s', expectRefused)

  test.each([
    [`https://www.dailymotion.com/video/${DAILYMOTION.gone}`, 404, 'source_not_found'],
    [`https://www.dailymotion.com/video/${DAILYMOTION.private}`, 403, 'source_private'],
    [`https://www.dailymotion.com/video/${DAILYMOTION.abroad}`, 403, 'source_geo_blocked'],
    [`https://www.twitch.tv/videos/${TWITCH.gone}`, 404, 'source_not_found'],
    [`https://www.twitch.tv/videos/${TWITCH.forSubscribers}`, 403, 'source_members_only'],
    [`https://clips.twitch.tv/${TWITCH.goneClip}`, 404, 'source_not_found'],
    [`https://soundcloud.com/${SOUNDCLOUD.gone}`, 404, 'source_not_found'],
    [`https://soundcloud.com/${SOUNDCLOUD.private}`, 404, 'source_not_found'],
    ['https://www.ted.com/talks/no_such_talk', 404, 'source_not_found'],
    [`https://www.loom.com/share/${LOOM.behindPassword}`, 403, 'source_private'],
  ])('%s, of another platform, is refused by name: %i %s', { tags: 'deep' }, expectRefused)

  test('a page that sends us into a private network is not followed', async () => {
    const answer = await ask({ url: `https://www.tiktok.com/@a/video/${TIKTOK.intoPrivateNetwork}` })
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type: 'blocked_url' }] }])
  })

  test('a platform that is switched off says so', async () => {
    setEnv({ SOURCES_DISABLED: 'vimeo' })
    const answer = await ask({ url: `https://vimeo.com/${VIMEO.embedOnly}` })
    setEnv({ SOURCES_DISABLED: '' })
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type: 'unsupported_source' }] }])
  })
})

test('without yt-dlp a link that needs it says what to install', async () => {
  setEnv({ YTDLP_PATH: '/nowhere/yt-dlp' })
  const answer = await ask({ url: `https://www.facebook.com/watch/?v=88383977351468299` })
  setEnv({ YTDLP_PATH: '' })
  expect([answer.status, answer.body]).toMatchObject([
    503,
    { code: 'transcriber_unavailable', detail: expect.stringContaining('pip install yt-dlp') },
  ])
})
