import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import type { Transcript } from '@/lib/captions/transcript'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { VIDEO_LISTS, videoListsRoute } from '@/test/origin/platforms/video-lists'
import { vimeoRoute } from '@/test/origin/platforms/vimeo'
import { YOUTUBE_LISTS, youtubeListsRoute } from '@/test/origin/platforms/youtube-lists'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { newUser, useService } from '@/test/service'
import { type ImportBatch, type ImportItemList, importBatchSchema, importItemListSchema } from './contract'
import { type ImportPreview, importPreviewSchema } from './preview/contract'
import { type ResolvedLink, resolvedLinkSchema } from './resolve/contract'

// Sound is really transcribed, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 })

const sound = await readFile('test/fixtures/audio/jfk.mp3')
const playlist = (id: string) => `https://www.youtube.com/playlist?list=${id}`
const FEED = 'https://lecture.example/feed.xml'

/** Automatic captions: one every tenth of a second, for some seconds. */
const said = (text: string, seconds: number) => ({
  events: [{ tStartMs: 0, dDurationMs: seconds * 1000, segs: [{ utf8: text }] }],
})

const episode = (n: number, title: string, minutes: number, transcript: boolean) =>
  `<item><guid>e${n}</guid><title>${title}</title><pubDate>${new Date(Date.UTC(2026, 0, n)).toUTCString()}</pubDate>
  <itunes:duration>${minutes * 60}</itunes:duration><enclosure url="/e${n}.mp3" type="audio/mpeg"/>${
    transcript ? `<podcast:transcript url="/e${n}.vtt" type="text/vtt"/>` : ''
  }</item>`
const feed = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Lectures</title><language>en</language>
  ${episode(5, 'Physics 2', 5, true)}${episode(4, 'Chemistry', 4, false)}${episode(3, 'Physics 1', 3, true)}
  ${episode(2, 'Music', 2, true)}${episode(1, 'Opening', 1, false)}</channel></rss>`

const youtube = youtubeOrigin()
const origin = await startOrigin([
  youtubeListsRoute,
  videoListsRoute,
  youtubeSideRoute,
  youtube.route,
  vimeoRoute,
  ({ host, path }) => {
    if (host !== 'lecture.example') return undefined
    if (path === '/feed.xml') return { headers: { 'content-type': 'application/rss+xml' }, body: feed }
    if (path.endsWith('.vtt')) return { body: 'WEBVTT\n\n00:01.000 --> 00:10.000\nWelcome to the lecture\n' }
    return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
  },
])
const service = await useService()
trustOrigin(origin)
const installed = await findYtDlp()
afterAll(() => origin.close())
beforeEach(() => {
  clearSingleton('source-lists')
  origin.requests.length = 0
  youtube.play({
    player: (_, { videoId }) =>
      videoId === 'aTalkUntold'
        ? youtubePlayer(videoId, {
            captions: undefined,
            videoDetails: { videoId, title: 'Untold', lengthSeconds: '11' },
          })
        : youtubePlayer(videoId, { videoDetails: { videoId, title: `Video ${videoId}`, lengthSeconds: '11' } }),
    captions: ({ searchParams }) => jsonAnswer(said(`Here is what was said in ${searchParams.get('v')}`, 11)),
    watch: youtubeWatchPage,
  })
})

const post = ({ apiKey }: NewUser, path: string, body: object) => service.call('POST', path, { key: apiKey, body })

async function preview(user: NewUser, body: object): Promise<ImportPreview> {
  const answer = await post(user, '/v1/import/preview', body)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('cost')])
  return importPreviewSchema.strict().parse(answer.body)
}

async function ended({ apiKey }: NewUser, id: string): Promise<ImportBatch> {
  const read = async () =>
    importBatchSchema.strict().parse((await service.call('GET', `/v1/import/${id}`, { key: apiKey })).body)
  await expect
    .poll(async () => (await read()).status, { timeout: 150_000, interval: 100 })
    .not.toMatch(/queued|progress/)
  return read()
}

async function imported(user: NewUser, body: object): Promise<ImportBatch> {
  const answer = await post(user, '/v1/import', body)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('batch_id')])
  return ended(user, (answer.body as { batch_id: string }).batch_id)
}

async function items({ apiKey }: NewUser, { id }: ImportBatch): Promise<ImportItemList['items']> {
  const answer = await service.call('GET', `/v1/import/${id}/items?limit=100`, { key: apiKey })
  return importItemListSchema.parse(answer.body).items
}

const usedSeconds = async ({ userId }: NewUser) =>
  (await db().usagePeriod.aggregate({ where: { userId }, _sum: { usedSeconds: true } }))._sum.usedSeconds ?? 0

const titles = (list: { items: { title: string; chosen: boolean }[] }) =>
  list.items.filter(({ chosen }) => chosen).map(({ title }) => title)

describe.skipIf(!installed)('a list of videos (skipped where yt-dlp is not installed)', () => {
  test('is imported like a show: by captions, else by its sound, each video once', async () => {
    const user = await newUser()
    const batch = await imported(user, { url: playlist(YOUTUBE_LISTS.talks) })
    expect(batch).toMatchObject({
      title: 'Talks & conversations',
      platform: 'youtube',
      choice: null,
      status: 'done',
      total: 3,
      done: 3,
      note: null,
    })
    const list = await items(user, batch)
    expect(
      list.map(({ guid, audio_url, duration, status, job_id }) => [guid, audio_url, duration, status, job_id !== null]),
    ).toEqual([
      ['jNQXAC9IVRw', 'https://www.youtube.com/watch?v=jNQXAC9IVRw', '0:11', 'done', false],
      ['theLongTalk', 'https://www.youtube.com/watch?v=theLongTalk', '10:00', 'done', false],
      ['aTalkUntold', 'https://www.youtube.com/watch?v=aTalkUntold', null, 'done', true],
    ])
    const one = await post(user, '/v1/transcript', { url: 'https://youtu.be/theLongTalk' })
    expect(one.body as Transcript).toMatchObject({ source: 'auto_captions', cached: true, platform: 'youtube' })
    const spent = await usedSeconds(user)
    const again = await imported(user, { url: playlist(YOUTUBE_LISTS.talks) })
    expect(again).toMatchObject({ total: 3, skipped: 3, note: 'Nothing is new: you have every video already.' })
    expect(await usedSeconds(user)).toBe(spent)
  })

  test('is imported with captions only: a video without is skipped, and says so', async () => {
    const user = await newUser()
    const batch = await imported(user, { url: playlist(YOUTUBE_LISTS.talks), only_with_captions: true })
    expect(batch).toMatchObject({
      done: 2,
      skipped: 1,
      choice: { only_with_captions: true },
      note: 'Without captions, and so skipped as you chose: 1 video.',
    })
    expect((await items(user, batch)).map(({ status, reason, job_id }) => [status, reason, job_id])).toEqual([
      ['done', null, null],
      ['done', null, null],
      ['skipped', 'no_captions', null],
    ])
    expect(origin.requests.filter(({ url }) => url.includes('googlevideo'))).toEqual([])
  })

  test('from a channel is read only as far as its newest videos are wanted', { tags: 'deep' }, async () => {
    const user = await newUser()
    const batch = await imported(user, { url: `youtube.com/${YOUTUBE_LISTS.channel}`, newest: 2 })
    expect(batch).toMatchObject({ title: 'Some Channel', total: 2, done: 2 })
    expect((await items(user, batch)).map(({ title }) => title)).toEqual(['Video 1', 'Video 2'])
    expect(origin.requests.filter(({ url }) => url.includes('youtubei/v1/browse'))).toEqual([])
  })

  test('continues at the next import after a maximum ended the one before', { tags: 'deep' }, async () => {
    const user = await newUser()
    const some = { url: playlist(YOUTUBE_LISTS.long), search: 'video', to: 5, maximum: 2 }
    expect(await imported(user, some)).toMatchObject({ total: 2, done: 2, skipped: 0 })
    const next = await imported(user, some)
    expect(next).toMatchObject({ total: 4, done: 2, skipped: 2 })
    expect((await items(user, next)).map(({ title, status }) => [title, status])).toEqual([
      ['Video 1', 'skipped'],
      ['Video 2', 'skipped'],
      ['Video 3', 'done'],
      ['Video 4', 'done'],
    ])
  })

  test('is previewed with what it costs and how far the allowance reaches, and nothing is begun', async () => {
    const user = await newUser('free')
    await post(user, '/v1/transcript', { url: 'https://youtu.be/jNQXAC9IVRw' })
    const talks = await preview(user, { url: playlist(YOUTUBE_LISTS.talks) })
    expect(talks).toMatchObject({
      kind: 'list',
      platform: 'youtube',
      title: 'Talks & conversations',
      count: 3,
      is_whole: true,
      chosen: 3,
      already_transcribed: 1,
      cost: { items: 2, seconds: 600, unknown: 1 },
      allowance: { remaining_seconds: 889, reached: 1 },
    })
    expect(talks.items[1]).toMatchObject({
      position: 2,
      guid: 'theLongTalk',
      duration_seconds: 600,
      has_captions: null,
      chosen: true,
      already_transcribed: false,
    })
    const chosen = await preview(user, { url: playlist(YOUTUBE_LISTS.long), from: 10, to: 20, search: '1' })
    expect(chosen).toMatchObject({ is_whole: false, count: 250, chosen: 10, allowance: { reached: 1 } })
    expect(titles(chosen)).toEqual(
      ['10', '11', '12', '13', '14', '15', '16', '17', '18', '19'].map((n) => `Video ${n}`),
    )
    expect(await db().importBatch.count({ where: { userId: user.userId } })).toBe(0)
    expect(await usedSeconds(user)).toBe(11)
  })

  test('is taken from the link of a video that is shown in it', { tags: 'deep' }, async () => {
    const link = `https://www.youtube.com/watch?v=jNQXAC9IVRw&list=${YOUTUBE_LISTS.talks}&index=2`
    expect(await preview(await newUser(), { url: link })).toMatchObject({
      kind: 'list',
      url: playlist(YOUTUBE_LISTS.talks),
      title: 'Talks & conversations',
    })
    expect(await imported(await newUser(), { url: link })).toMatchObject({ title: 'Talks & conversations', total: 3 })
    const alone = await post(await newUser(), '/v1/import/preview', { url: 'https://youtu.be/jNQXAC9IVRw' })
    expect(alone.status).toBe(422)
    // A list of the viewer's.
    const own = await post(await newUser(), '/v1/import/preview', { url: link.replace(YOUTUBE_LISTS.talks, 'WL') })
    expect(own.status).toBe(422)
  })

  test('from Vimeo fails video by video, with the reason of each', { tags: 'deep' }, async () => {
    const user = await newUser()
    const batch = await imported(user, { url: VIDEO_LISTS.vimeoShowcase })
    expect(batch).toMatchObject({ title: 'Staff favorites', platform: 'vimeo', done: 1, failed: 1 })
    expect((await items(user, batch)).map(({ error }) => error?.code ?? null)).toEqual([null, 'source_not_found'])
  })

  test('that is private or holds nothing of what is chosen ends its import with a sentence', {
    tags: 'deep',
  }, async () => {
    const user = await newUser()
    expect(await imported(user, { url: playlist(YOUTUBE_LISTS.private) })).toMatchObject({
      status: 'error',
      note: expect.stringContaining('This list is private'),
    })
    expect(await imported(user, { url: playlist(YOUTUBE_LISTS.talks), search: 'nobody said' })).toMatchObject({
      status: 'done',
      total: 0,
      note: 'No video of this list fits your choice.',
    })
  })

  test('and another choice of it are imported side by side, the same one once', { tags: 'deep' }, async () => {
    const user = await newUser()
    const start = async (body: object) =>
      (await post(user, '/v1/import', { url: VIDEO_LISTS.vimeoChannel, ...body })).body as { batch_id: string }
    const [all, first, again] = [await start({}), await start({ to: 1 }), await start({ to: 1 })]
    expect([first.batch_id === again.batch_id, first.batch_id === all.batch_id]).toEqual([true, false])
    await Promise.all([ended(user, all.batch_id), ended(user, first.batch_id)])
  })

  test('is refused where one transcript is asked for, with the hint that it can be imported', async () => {
    const answer = await post(await newUser(), '/v1/transcript', { url: playlist(YOUTUBE_LISTS.talks) })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        detail: [
          {
            type: 'unsupported_source',
            msg: 'This is a playlist. Paste the link of one video, or import the whole list.',
            ctx: { importable: 'list' },
          },
        ],
      },
    ])
  })
})

describe('a show', () => {
  test('is chosen from by title, date, captions, ids and places', async () => {
    const user = await newUser()
    const of = async (choice: object) => titles(await preview(user, { url: FEED, ...choice }))
    expect(await of({ search: 'PHYSICS' })).toEqual(['Physics 2', 'Physics 1'])
    expect(await of({ newest: 2 })).toEqual(['Physics 2', 'Chemistry'])
    expect(await of({ only_with_captions: true })).toEqual(['Physics 2', 'Physics 1', 'Music'])
    expect(await of({ ids: ['e1', 'e4'] })).toEqual(['Chemistry', 'Opening'])
    expect(await of({ from: 2, to: 3 })).toEqual(['Chemistry', 'Physics 1'])
    expect(await of({ maximum: 1 })).toEqual(['Physics 2'])
    const all = await preview(user, { url: FEED })
    expect(all).toMatchObject({
      kind: 'show',
      platform: 'podcast',
      count: 5,
      cost: { items: 5, seconds: 900, unknown: 0 },
    })
    expect(all.items.map(({ has_captions }) => has_captions)).toEqual([true, false, true, true, false])
  })

  test('is imported as it was chosen, in the order of its feed', async () => {
    const user = await newUser()
    const batch = await imported(user, { url: FEED, search: 'physics' })
    expect(batch).toMatchObject({ platform: 'podcast', choice: { search: 'physics' }, total: 2, done: 2 })
    expect((await items(user, batch)).map(({ title }) => title)).toEqual(['Physics 2', 'Physics 1'])
  })

  test('says how many of the items that were named it does not have, in a preview too', async () => {
    const user = await newUser()
    const some = { url: FEED, ids: ['e2', 'left', 'left', 'gone'] }
    const note = '2 episodes that you chose are no longer in this show.'
    expect(await preview(user, some)).toMatchObject({ chosen: 1, note })
    expect(await imported(user, some)).toMatchObject({ status: 'done', total: 1, done: 1, note })
    const none = { url: FEED, ids: ['gone'] }
    const single = '1 episode that you chose is no longer in this show.'
    expect(await preview(user, none)).toMatchObject({ chosen: 0, note: single })
    expect(await imported(user, none)).toMatchObject({ status: 'done', total: 0, note: single })
    const all = { url: FEED, ids: ['e2', 'e5'], search: 'music' }
    expect(await preview(user, all)).toMatchObject({ chosen: 1, note: null })
    expect((await imported(user, all)).note).toBe('Nothing is new: you have every episode already.')
  })

  test('is not chosen from by places in the wrong order', async () => {
    for (const path of ['/v1/import', '/v1/import/preview']) {
      const answer = await post(await newUser(), path, { url: FEED, from: 3, to: 1 })
      expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['body', 'to'], input: 1 }] }])
      expect(answer.text).toContain('the first and the last place in the list')
    }
  })

  test.each([
    ['no place in a list', { from: 0 }, 'from'],
    ['no number', { newest: 'all' }, 'newest'],
    ['too long a search', { search: 'x'.repeat(201) }, 'search'],
  ])('is not chosen from by %s', async (_name, choice, field) => {
    for (const path of ['/v1/import', '/v1/import/preview']) {
      const answer = await post(await newUser(), path, { url: FEED, ...choice })
      expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ loc: ['body', field] }] }])
    }
  })
})

describe('any link', () => {
  const resolve = async (url: string): Promise<ResolvedLink> => {
    const answer = await post(await newUser(), '/v1/resolve', { url })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('kind')])
    return resolvedLinkSchema.strict().parse(answer.body)
  }

  test('to one recording is named, with its title and length where they are known', async () => {
    expect(await resolve('https://youtu.be/theLongTalk?t=3')).toEqual({
      kind: 'recording',
      platform: 'youtube',
      url: 'https://www.youtube.com/watch?v=theLongTalk',
      recording: { video_id: 'theLongTalk', title: 'Video theLongTalk', duration_seconds: 11 },
      list: null,
      podcast: null,
    })
    youtube.play({ player: () => ({ status: 500, body: '' }), watch: youtubeWatchPage })
    expect(await resolve('https://youtu.be/neverSeenIt')).toMatchObject({
      recording: { video_id: 'neverSeenIt', title: null, duration_seconds: null },
    })
  })

  test.skipIf(!installed)('to a list is counted where that is known', { tags: 'deep' }, async () => {
    expect(await resolve(playlist(YOUTUBE_LISTS.long))).toMatchObject({
      kind: 'list',
      platform: 'youtube',
      list: { kind: 'playlist', title: 'A long list', author: 'Some Channel', count: 250 },
    })
    expect(await resolve(`https://www.youtube.com/${YOUTUBE_LISTS.channel}`)).toMatchObject({
      list: { kind: 'channel', title: 'Some Channel', count: null },
    })
  })

  test('to a show is the show with its episodes, as the podcast’s own resolving answers', async () => {
    const user = await newUser()
    const podcast = (await post(user, '/v1/podcast/resolve', { url: FEED })).body
    expect(await resolve(FEED)).toEqual({
      kind: 'show',
      platform: 'podcast',
      url: FEED,
      recording: null,
      list: null,
      podcast,
    })
  })

  test('to a file is a recording', async () => {
    expect(await resolve('https://lecture.example/e1.mp3')).toMatchObject({
      kind: 'recording',
      platform: 'podcast',
      recording: { title: 'e1' },
      podcast: { kind: 'audio' },
    })
    expect(await resolve('https://lecture.example/e1.vtt')).toMatchObject({ kind: 'recording', podcast: null })
  })

  test.each([
    ['what is none', 'hello', 'invalid_url'],
    ['a private address', 'http://10.0.0.1/feed', 'blocked_url'],
    ['a search', 'https://www.youtube.com/results?search_query=test', 'unsupported_source'],
  ])('that is %s is refused', async (_name, url, type) => {
    const answer = await post(await newUser(), '/v1/resolve', { url })
    expect([answer.status, answer.body]).toMatchObject([422, { detail: [{ type, loc: ['body', 'url'] }] }])
  })
})
