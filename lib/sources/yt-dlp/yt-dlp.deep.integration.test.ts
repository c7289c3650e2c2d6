import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { setEnv } from '@/lib/core/env'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import type { Platform } from '@/lib/platforms/platforms'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { BILIBILI } from '@/test/origin/platforms/bilibili'
import { FACEBOOK } from '@/test/origin/platforms/facebook'
import { INSTAGRAM } from '@/test/origin/platforms/instagram'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { REDNOTE } from '@/test/origin/platforms/rednote'
import { TIKTOK } from '@/test/origin/platforms/tiktok'
import { VIMEO } from '@/test/origin/platforms/vimeo'
import { X } from '@/test/origin/platforms/x'
import {
  youtubePlayer,
  youtubeRefusal,
  youtubeSideRoute,
  youtubeWatchPage,
} from '@/test/origin/platforms/youtube-player'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { youtubeOrigin } from '@/test/origin/youtube'
import { downloadAudio } from './download-audio'
import { findYtDlp } from './program/find-yt-dlp'
import { runYtDlp } from './program/run-yt-dlp'
import { ytDlpExtractor } from './yt-dlp-extractor'

setEnv({ BASE_URL: 'http://localhost:3000' })
const installed = await findYtDlp()

const LINKS = {
  youtube: (id: string) => `https://www.youtube.com/watch?v=${id}`,
  tiktok: (id: string) => `https://www.tiktok.com/@_/video/${id}`,
  x: (id: string) => `https://x.com/i/status/${id}`,
  facebook: (id: string) => `https://www.facebook.com/watch/?v=${id}`,
  instagram: (id: string) => `https://www.instagram.com/p/${id}/`,
  rednote: (id: string) => `https://www.xiaohongshu.com/explore/${id}`,
  bilibili: (id: string) => `https://www.bilibili.com/video/${id}`,
  vimeo: (id: string) => `https://player.vimeo.com/video/${id}`,
} satisfies Partial<Record<Platform, (id: string) => string>>

type Known = keyof typeof LINKS

function refTo(platform: Known, videoId: string, openUrl = LINKS[platform](videoId)): MediaRef {
  return { platform, videoId, accessKey: '', url: LINKS[platform](videoId), openUrl, ownerId: null, title: null }
}

const never = new AbortController().signal
const probe = (platform: Known, id: string, openUrl?: string) =>
  ytDlpExtractor.probe(refTo(platform, id, openUrl), never)

describe.skipIf(!installed)('yt-dlp (skipped where it is not installed)', () => {
  let origin: Origin
  let folder: string
  /** Answers that a test gives before the platforms' own. */
  let special: (host: string, url: string) => OriginAnswer | Promise<OriginAnswer> | undefined = () => undefined
  const youtube = youtubeOrigin()
  const speech = readFile(path.resolve('test/fixtures/audio/jfk.mp3'))

  beforeAll(async () => {
    origin = await startOrigin([
      ({ host, url }) => special(host, url),
      youtubeSideRoute,
      youtube.route,
      ...platformRoutes,
    ])
    trustOrigin(origin)
    folder = await mkdtemp(path.join(tmpdir(), 'yt-dlp-test-'))
  })
  afterEach(() => {
    special = () => undefined
    origin.requests.length = 0
    setEnv({ SOURCES_COOKIES_DIR: '', YTDLP_PLUGIN_DIRS: '' })
    trustOrigin(origin)
  })
  afterAll(async () => {
    await closeEgressProxy()
    await origin.close()
    await rm(folder, { recursive: true, force: true })
  })

  describe('looks at a link', () => {
    it("distinguishes TikTok's automatic captions from translated ones", async () => {
      const media = await probe('tiktok', TIKTOK.captioned)
      expect(media).toMatchObject({
        title: 'Auto captions available #science',
        author: 'hankgreen1',
        durationMs: 79_000,
        kind: 'video',
        publishedAt: new Date('2021-12-30T17:00:00Z'),
        audio: { kind: 'yt-dlp' },
      })
      expect(media.tracks).toMatchObject([
        { lang: 'es-ES', source: 'auto_captions', machineTranslated: true },
        { lang: 'en-US', source: 'auto_captions', original: true, body: { kind: 'url' } },
      ])
      expect(media.tracks[1]).not.toHaveProperty('machineTranslated')
    })

    it("finds the captions in X's playlists, as a playlist", async () => {
      const media = await probe('x', X.captioned)
      expect(media).toMatchObject({ author: 'Some Body', durationMs: 20_100 })
      expect(media.title).toContain('regular video')
      expect(media.tracks).toEqual([
        {
          lang: 'en',
          source: 'captions',
          name: null,
          body: { kind: 'hls', url: 'https://video.twimg.com/subtitles/en.m3u8' },
        },
      ])
    })

    it('takes the first of several videos of a post', async () => {
      expect(await probe('x', X.severalVideos)).toMatchObject({ durationMs: 20_100, audio: { kind: 'yt-dlp' } })
    })

    it("distinguishes Facebook's automatic captions from human ones", async () => {
      const media = await probe('facebook', FACEBOOK.captioned)
      expect(media).toMatchObject({ title: 'FB title', author: 'Some Body', durationMs: 15_000 })
      expect(media.tracks.map(({ lang, source }) => [lang, source])).toEqual([
        ['de-DE', 'captions'],
        ['en-US', 'auto_captions'],
      ])
    })

    it('finds the sound of Instagram and rednote, which have no captions', async () => {
      const post = await probe('instagram', INSTAGRAM.open)
      expect(post).toMatchObject({ author: 'Some Body', durationMs: 14_200, tracks: [], audio: { kind: 'yt-dlp' } })
      const token = `${LINKS.rednote(REDNOTE.open)}?xsec_token=CBg=`
      const note = await probe('rednote', REDNOTE.open, token)
      expect(note).toMatchObject({ title: '相互喜欢就可以了', tracks: [], audio: { kind: 'yt-dlp' } })
    })

    it("gives bilibili's captions as text, without the comments that fly over the picture", async () => {
      const media = await probe('bilibili', BILIBILI.captioned)
      expect(media).toMatchObject({ title: '测试视频', author: 'up', durationMs: 61_000 })
      expect(media.tracks).toMatchObject([
        { lang: 'zh', source: 'auto_captions', original: true, body: { kind: 'text' } },
        { lang: 'ja', source: 'auto_captions', machineTranslated: true },
        { lang: 'en-US', source: 'captions', body: { kind: 'text' } },
      ])
      expect(media.tracks[0]?.body).toMatchObject({ text: expect.stringContaining('你好') })
    })

    it("distinguishes Vimeo's automatic captions from human ones", async () => {
      const media = await probe('vimeo', VIMEO.captioned)
      expect(media).toMatchObject({ title: 'The New Vimeo Player', author: 'Vimeo', durationMs: 62_000 })
      expect(media.tracks.map(({ lang, source }) => [lang, source])).toEqual([
        ['en', 'captions'],
        ['en', 'auto_captions'],
      ])
    })
  })

  it.each([
    ['tiktok', TIKTOK.private, 'source_private'],
    ['tiktok', TIKTOK.gone, 'source_not_found'],
    ['tiktok', TIKTOK.abroad, 'source_geo_blocked'],
    ['tiktok', TIKTOK.forAdults, 'source_age_restricted'],
    ['tiktok', TIKTOK.behindLogin, 'source_login_required'],
    ['x', X.textOnly, 'source_not_found'],
    ['x', X.unheardOf, 'source_not_found'],
    ['x', X.gone, 'source_not_found'],
    ['x', X.private, 'source_private'],
    ['x', X.forAdults, 'source_age_restricted'],
    ['facebook', FACEBOOK.behindLogin, 'source_login_required'],
    ['facebook', FACEBOOK.gone, 'source_not_found'],
    ['facebook', FACEBOOK.notUnderstood, 'upstream_changed'],
    ['instagram', INSTAGRAM.behindLogin, 'source_login_required'],
    ['instagram', INSTAGRAM.empty, 'source_login_required'],
    ['instagram', INSTAGRAM.pictures, 'source_not_found'],
    ['rednote', REDNOTE.behindLogin, 'source_login_required'],
    ['rednote', REDNOTE.gone, 'source_not_found'],
    ['bilibili', BILIBILI.gone, 'source_not_found'],
    ['bilibili', BILIBILI.behindLogin, 'source_login_required'],
    ['bilibili', BILIBILI.forSupporters, 'source_members_only'],
    ['bilibili', BILIBILI.refused, 'upstream_blocked'],
    ['vimeo', VIMEO.gone, 'source_not_found'],
    ['vimeo', VIMEO.embedOnly, 'source_private'],
    ['vimeo', VIMEO.behindPassword, 'source_private'],
    ['vimeo', VIMEO.upcoming, 'source_not_started'],
    ['vimeo', VIMEO.live, 'source_live'],
    ['vimeo', VIMEO.refused, 'upstream_blocked'],
  ] as const)('reads the refusal of %s for %s as %s', async (platform, id, code) => {
    await expect(probe(platform, id)).rejects.toMatchObject({ code })
  })

  describe('asks YouTube', () => {
    const id = 'jNQXAC9IVRw'
    const play = (answer: OriginAnswer) => youtube.play({ player: () => answer, watch: youtubeWatchPage })

    it('for its automatic captions without translations, and for the audio', async () => {
      play(youtubePlayer(id))
      const media = await probe('youtube', id)
      expect(media).toMatchObject({ title: 'A talk', durationMs: 11_000, kind: 'audio', audio: { kind: 'yt-dlp' } })
      expect(media.tracks).toMatchObject([{ lang: 'en', source: 'auto_captions', original: true }])
      const file = path.join(folder, 'youtube')
      await downloadAudio(refTo('youtube', id), file, { signal: never })
      expect(await readFile(file)).toEqual(await speech)
    })

    it('for named captions, whose keys end in an id of the track, and reads their language from the address', async () => {
      const named = (lang: string, name: string, vssId: string) => ({
        baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&lang=${lang}&name=${name}`,
        name: { simpleText: `${lang} - ${name}` },
        vssId,
        languageCode: lang,
        isTranslatable: true,
      })
      const captionTracks = [named('de', 'Narration', '.de.CcQ45jRV4-E'), named('en-GB', 'Full', '.en-GB.nP7-2PuUl7o')]
      play(youtubePlayer(id, { captions: { playerCaptionsTracklistRenderer: { captionTracks } } }))
      const { tracks } = await probe('youtube', id)
      expect(tracks.map(({ lang, source }) => [lang, source])).toEqual([
        ['de', 'captions'],
        ['en-GB', 'captions'],
      ])
    })

    it.each([
      ['source_private', 'LOGIN_REQUIRED', 'Private video', 'Sign in if you have been granted access to this video'],
      [
        'source_age_restricted',
        'LOGIN_REQUIRED',
        'Sign in to confirm your age',
        'It may be inappropriate for some users.',
      ],
      ['upstream_blocked', 'LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', undefined],
      ['source_members_only', 'UNPLAYABLE', 'Join this channel to get access to members-only content', undefined],
      [
        'source_geo_blocked',
        'UNPLAYABLE',
        'Video unavailable',
        'The uploader has not made this video available in your country',
      ],
      ['source_not_found', 'ERROR', 'Video unavailable', 'This video has been removed by the uploader'],
      ['source_not_started', 'LIVE_STREAM_OFFLINE', 'This live event will begin in 2 hours.', undefined],
    ])('and reads %s from its refusal', async (code, status, reason, subreason) => {
      play(youtubeRefusal(id, status, reason, subreason))
      await expect(probe('youtube', id)).rejects.toMatchObject({ code })
    })

    it('and reads from its refusal of too many requests that it is blocked', async () => {
      youtube.play({ player: () => ({ status: 429, body: '' }), watch: youtubeWatchPage })
      await expect(probe('youtube', id)).rejects.toMatchObject({ code: 'upstream_blocked' })
    })
  })

  describe('downloads', () => {
    it.each([
      ['tiktok', TIKTOK.silent],
      ['x', X.captioned],
      ['x', X.silent],
      ['x', X.severalVideos],
      ['facebook', FACEBOOK.captioned],
      ['instagram', INSTAGRAM.open],
      ['rednote', REDNOTE.open, `${LINKS.rednote(REDNOTE.open)}?xsec_token=CBg=`],
      ['bilibili', BILIBILI.captioned],
      ['vimeo', VIMEO.captioned],
    ] as const)('the sound of %s %s', async (platform, id, openUrl?: string) => {
      const file = path.join(folder, `${platform} 100%(id)s ${id}`)
      await downloadAudio(refTo(platform, id, openUrl), file, { signal: never })
      expect(await readFile(file)).toEqual(await speech)
      expect((await readdir(folder)).filter((name) => name.startsWith('yt-dlp-'))).toEqual([])
    })

    it('the speech on TikTok, not the song that a post uses', async () => {
      await downloadAudio(refTo('tiktok', TIKTOK.silent), path.join(folder, 'said'), { signal: never })
      expect(origin.requests.map(({ url }) => new URL(url).hostname)).not.toContain('sf16.tiktokcdn.com')
    })

    it('and reports its progress', async () => {
      const parts: number[] = []
      const onProgress = (part: number) => parts.push(part)
      await downloadAudio(refTo('x', X.silent), path.join(folder, 'progress'), { signal: never, onProgress })
      expect(parts.at(-1)).toBe(1)
    })

    it.each([
      ['that says its length', 50_000, (whole: Buffer) => whole],
      [
        'that does not',
        50_000,
        (whole: Buffer) =>
          (async function* () {
            yield whole
          })(),
      ],
    ] as const)('no file larger than allowed %s, and leaves nothing', async (_, maxBytes, body) => {
      const whole = await speech
      special = (host) => (host === 'video.twimg.com' ? { body: body(whole) } : undefined)
      const file = path.join(folder, 'too-large')
      const download = downloadAudio(refTo('x', X.silent), file, { signal: never, maxBytes })
      await expect(download).rejects.toMatchObject({ code: 'file_too_large' })
      expect((await readdir(folder)).filter((name) => /too-large|yt-dlp-/.test(name))).toEqual([])
    })

    it('no stream that is still live', async () => {
      const download = downloadAudio(refTo('vimeo', VIMEO.live), path.join(folder, 'live'), { signal: never })
      await expect(download).rejects.toMatchObject({ code: 'source_live' })
    })

    it('nothing that is empty', async () => {
      special = (host) => (host === 'video.twimg.com' ? { body: '' } : undefined)
      const file = path.join(folder, 'empty')
      await expect(downloadAudio(refTo('x', X.silent), file, { signal: never })).rejects.toMatchObject({
        code: expect.stringMatching(/^upstream_/),
      })
      expect(existsSync(file)).toBe(false)
    })
  })

  describe('egress', () => {
    it('does not follow a redirect into a private network', async () => {
      await expect(probe('tiktok', TIKTOK.intoPrivateNetwork)).rejects.toMatchObject({ code: 'blocked_url' })
      special = (host) =>
        host === 'video.twimg.com' ? { status: 302, headers: { location: 'https://[::ffff:7f00:1]/' } } : undefined
      const file = path.join(folder, 'private')
      const download = downloadAudio(refTo('x', X.silent), file, { signal: never })
      await expect(download).rejects.toMatchObject({ code: 'blocked_url' })
      expect(origin.requests.map(({ url }) => url).filter((url) => /169\.254|\[|127\./.test(url))).toEqual([])
    })

    it("leads to no host that is not the platform's", async () => {
      special = (host) =>
        host === 'x.com' ? { status: 302, headers: { location: 'https://evil.example/' } } : undefined
      await expect(probe('x', X.captioned)).rejects.toMatchObject({ code: 'upstream_changed' })
      expect(origin.requests.map(({ url }) => new URL(url).hostname)).not.toContain('evil.example')
    })

    it('reports an untrusted certificate', async () => {
      setEnv({ SSL_CERT_FILE: '', NODE_EXTRA_CA_CERTS: '' })
      await expect(probe('x', X.captioned)).rejects.toMatchObject({
        code: 'upstream_changed',
        cause: expect.stringContaining('CERTIFICATE_VERIFY_FAILED'),
      })
    })
  })

  it("uses the operator's cookies and leaves their file as it is", async () => {
    const cookies = path.join(folder, 'cookies')
    const jar = '# Netscape HTTP Cookie File\n.xiaohongshu.com\tTRUE\t/\tTRUE\t4102444800\tweb_session\tsecret\n'
    await mkdir(cookies)
    await writeFile(path.join(cookies, 'rednote.txt'), jar)
    await expect(probe('rednote', REDNOTE.open)).rejects.toMatchObject({ code: 'source_login_required' })
    setEnv({ SOURCES_COOKIES_DIR: cookies })
    expect(await probe('rednote', REDNOTE.open)).toMatchObject({ title: '相互喜欢就可以了' })
    expect(await readFile(path.join(cookies, 'rednote.txt'), 'utf8')).toBe(jar)
    expect(origin.requests.at(-1)?.headers.cookie).toContain('web_session=secret')
  })

  it('ends when it is aborted and leaves nothing behind', async () => {
    const controller = new AbortController()
    const reason = new Error('changed my mind')
    special = () => {
      controller.abort(reason)
      return new Promise<OriginAnswer>(() => undefined)
    }
    const parent = path.join(folder, 'aborted')
    await mkdir(parent)
    const download = downloadAudio(refTo('x', X.silent), path.join(parent, 'file'), { signal: controller.signal })
    await expect(download).rejects.toBe(reason)
    expect(await readdir(parent)).toEqual([])
  })

  it('ends when its time is up', async () => {
    special = () => new Promise<OriginAnswer>(() => undefined)
    const parent = path.join(folder, 'late')
    await mkdir(parent)
    const options = { kind: 'look' as const, timeoutMs: 1_000, signal: never, maxBytes: 1_000_000, parent }
    const late = runYtDlp(
      refTo('x', X.silent),
      () => ['-J'],
      options,
      async ({ run }) => run,
    )
    await expect(late).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(await readdir(parent)).toEqual([])
  })

  it("loads the operator's plugins from the folders that are named, and no others", async () => {
    const plugins = path.join(folder, 'Plugins')
    const module = path.join(plugins, 'package', 'yt_dlp_plugins', 'extractor')
    await mkdir(module, { recursive: true })
    const code = 'from yt_dlp.extractor.common import InfoExtractor\nclass OfTheOperatorIE(InfoExtractor):\n    pass\n'
    await writeFile(path.join(module, 'operator_plugin.py'), code)
    const options = { kind: 'look' as const, timeoutMs: 60_000, signal: never, maxBytes: 1_000_000, parent: folder }
    const said = () =>
      runYtDlp(
        refTo('x', X.textOnly),
        () => ['--verbose'],
        options,
        async ({ run }) => run.stderr,
      )
    expect(await said()).toContain('Plugin directories: none (disabled)')
    setEnv({ YTDLP_PLUGIN_DIRS: plugins })
    expect(await said()).toMatch(/Plugin directories: .*Plugins\/package\/yt_dlp_plugins/)
  })

  it('keeps secrets of a link out of what it throws', async () => {
    special = (host) => (host === 'www.xiaohongshu.com' ? { status: 500, body: '' } : undefined)
    const secret = `${LINKS.rednote(REDNOTE.open)}?xsec_token=SECRETTOKEN`
    const problem = await probe('rednote', REDNOTE.open, secret).catch((error: unknown) => error)
    expect(problem).toMatchObject({ code: expect.stringMatching(/^upstream_/) })
    expect(`${problem} ${problem instanceof Error ? String(problem.cause) : ''}`).not.toContain('SECRETTOKEN')
  })
})
