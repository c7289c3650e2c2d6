import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { BILIBILI } from '@/test/origin/platforms/bilibili'
import { DAILYMOTION } from '@/test/origin/platforms/dailymotion'
import { platformRoutes } from '@/test/origin/platforms/platform-routes'
import { SOUNDCLOUD } from '@/test/origin/platforms/soundcloud'
import { TED } from '@/test/origin/platforms/ted'
import { TWITCH } from '@/test/origin/platforms/twitch'
import { VIDEO_LISTS, videoListsRoute } from '@/test/origin/platforms/video-lists'
import { VIMEO } from '@/test/origin/platforms/vimeo'
import { YOUTUBE_LISTS, youtubeListsRoute } from '@/test/origin/platforms/youtube-lists'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { recognise } from '../recognise/recognise'
import type { ListLink } from '../recognise/recognised'
import { findYtDlp } from '../yt-dlp/program/find-yt-dlp'
import { readList } from './read-list'

setEnv({ BASE_URL: 'http://localhost:3000' })
const installed = await findYtDlp()
const never = new AbortController().signal

const playlist = (id: string) => `https://www.youtube.com/playlist?list=${id}`

function listLinkOf(pasted: string): ListLink {
  const found = recognise(pasted)
  if (found.kind !== 'list') throw new Error(`${pasted} is a ${found.kind}`)
  return found
}

const read = (pasted: string, upTo = 5000) => readList(listLinkOf(pasted), upTo, never)

describe.skipIf(!installed)('a list (skipped where yt-dlp is not installed)', () => {
  let origin: Origin
  /** An answer that a test gives before the platforms' own. */
  let special: (host: string, url: string) => OriginAnswer | undefined = () => undefined

  beforeAll(async () => {
    origin = await startOrigin([
      ({ host, url }) => special(host, url),
      youtubeListsRoute,
      videoListsRoute,
      ...platformRoutes,
    ])
    trustOrigin(origin)
  })
  beforeEach(() => {
    special = () => undefined
    setEnv({ SOURCES_DISABLED: '' })
    clearSingleton('source-lists')
    clearSingleton('breakers')
    origin.requests.length = 0
  })
  afterAll(async () => {
    await closeEgressProxy()
    await origin.close()
  })

  const pagesAsked = () => origin.requests.filter(({ url }) => url.includes('/youtubei/v1/browse')).length

  test('from YouTube is read with titles and lengths, and a video that is in it twice is listed once', async () => {
    expect(await read(playlist(YOUTUBE_LISTS.talks))).toEqual({
      platform: 'youtube',
      list: 'playlist',
      url: playlist(YOUTUBE_LISTS.talks),
      title: 'Talks & conversations',
      author: 'Some Channel',
      count: 3,
      isWhole: true,
      items: [
        {
          id: 'jNQXAC9IVRw',
          title: 'The first talk',
          url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
          publishedAt: null,
          durationMs: 11_000,
        },
        expect.objectContaining({ id: 'theLongTalk', durationMs: 600_000 }),
        expect.objectContaining({ id: 'aTalkUntold', durationMs: null }),
      ],
    })
  })

  test('is read as far as is wanted, and further only when more is', async () => {
    const few = await read(playlist(YOUTUBE_LISTS.long), 20)
    expect(few).toMatchObject({ count: 250, isWhole: false })
    expect(few.items.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, index) => `Video ${index + 1}`))
    const asked = pagesAsked()
    expect(await read(playlist(YOUTUBE_LISTS.long), 10)).toEqual(few)
    expect(pagesAsked()).toBe(asked)
    const all = await read(playlist(YOUTUBE_LISTS.long))
    expect(all).toMatchObject({ count: 250, isWhole: true })
    expect([all.items.length, all.items.at(-1)?.title]).toEqual([250, 'Video 250'])
    expect(pagesAsked()).toBeGreaterThan(asked)
  })

  test('from a channel, by its handle, is read under the name of the channel', async () => {
    const channel = await read(`youtube.com/${YOUTUBE_LISTS.channel}`, 150)
    expect(channel).toMatchObject({ list: 'channel', title: 'Some Channel', isWhole: false, count: null })
    expect(channel.items).toHaveLength(150)
    expect(channel.items[149]).toMatchObject({ id: 'video000150', title: 'Video 150', durationMs: 150 * 60_000 })
  })

  test('that is empty is one without items', async () => {
    expect(await read(playlist(YOUTUBE_LISTS.empty))).toMatchObject({ title: 'Nothing yet', items: [], count: 0 })
  })

  test.each([
    [YOUTUBE_LISTS.private, 'source_private'],
    ['PLthatdoesnotexist', 'source_not_found'],
  ])('%s of YouTube is refused as %s', async (id, code) => {
    await expect(read(playlist(id))).rejects.toMatchObject({ code })
  })

  test('from Bilibili is read without the facts that it does not give', async () => {
    const series = await read(VIDEO_LISTS.bilibiliSeries)
    expect(series).toMatchObject({ platform: 'bilibili', list: 'series', title: '合集·测试', count: 2 })
    expect(series.items).toMatchObject([
      {
        id: BILIBILI.captioned,
        title: BILIBILI.captioned,
        url: `https://www.bilibili.com/video/${BILIBILI.captioned}`,
        durationMs: null,
      },
      { id: BILIBILI.gone },
    ])
  })

  test('from Vimeo is read by its API, a channel by its pages', async () => {
    const showcase = await read(VIDEO_LISTS.vimeoShowcase)
    expect(showcase).toMatchObject({ list: 'showcase', title: 'Staff favorites', items: [{ id: VIMEO.captioned }, {}] })
    const channel = await read(VIDEO_LISTS.vimeoChannel)
    expect(channel).toMatchObject({
      title: 'Vimeo Tributes',
      items: [{ title: 'The New Vimeo Player', url: `https://vimeo.com/${VIMEO.captioned}` }, { title: 'One more' }],
    })
  })

  test.each([
    [`https://www.dailymotion.com/playlist/${DAILYMOTION.list}`, [DAILYMOTION.captioned, DAILYMOTION.gone]],
    ['https://www.twitch.tv/somebody', [TWITCH.vod, TWITCH.gone]],
    ['https://soundcloud.com/somebody/sets/talks', [SOUNDCLOUD.open, 'somebody/second']],
    ['https://www.ted.com/playlists/171/the_most_popular', [TED.captioned, TED.silent]],
  ])('%s is read with its recordings', async (link, ids) => {
    const list = await read(link)
    expect(list.items.map(({ id }) => id)).toEqual(ids)
    for (const { url } of list.items) expect(recognise(url)).toMatchObject({ kind: 'recording' })
  })

  test('is read once for all who ask at the same time', async () => {
    await Promise.all(Array.from({ length: 3 }, () => read(playlist(YOUTUBE_LISTS.talks))))
    expect(origin.requests.filter(({ url }) => url.includes('/playlist?'))).toHaveLength(1)
  })

  test('leads yt-dlp to no host that is not the platform’s', async () => {
    special = (host) =>
      host === 'www.youtube.com' ? { status: 302, headers: { location: 'https://evil.example/' } } : undefined
    await expect(read(playlist(YOUTUBE_LISTS.talks))).rejects.toMatchObject({ code: 'upstream_changed' })
    expect(origin.requests.map(({ url }) => new URL(url).hostname)).not.toContain('evil.example')
  })

  test('from a platform that is switched off, or that blocks this server, is not asked for', async () => {
    setEnv({ SOURCES_DISABLED: 'youtube' })
    await expect(read(playlist(YOUTUBE_LISTS.talks))).rejects.toMatchObject({ code: 'unsupported_source' })
    setEnv({ SOURCES_DISABLED: '' })
    special = (host) => (host === 'www.youtube.com' ? { status: 429, body: '' } : undefined)
    for (let block = 0; block < 5; block++) {
      await expect(read(playlist(`PLblocked${block}`))).rejects.toMatchObject({ code: 'upstream_blocked' })
    }
    origin.requests.length = 0
    await expect(read(playlist(YOUTUBE_LISTS.talks))).rejects.toMatchObject({ code: 'upstream_blocked' })
    expect(origin.requests).toEqual([])
  })

  test('is abandoned when its caller aborts', async () => {
    const controller = new AbortController()
    const reason = new Error('changed my mind')
    controller.abort(reason)
    const left = readList(listLinkOf(playlist(YOUTUBE_LISTS.talks)), 10, controller.signal)
    await expect(left).rejects.toBe(reason)
  })
})
