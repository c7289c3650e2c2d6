import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { YOUTUBE_LISTS, youtubeListsRoute } from '@/test/origin/platforms/youtube-lists'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { newUser, useService } from '@/test/service'
import { checkWatch } from './check/check-watch'
import { watchSchema } from './contract'
import { type WatchItemList, watchItemListSchema } from './items/contract'
import { claimWatch } from './watch-table'

vi.setConfig({ testTimeout: 120_000 })

const youtube = youtubeOrigin()
const origin = await startOrigin([youtubeListsRoute, youtubeSideRoute, youtube.route])
const service = await useService()
trustOrigin(origin)
const installed = await findYtDlp()
afterAll(() => origin.close())
beforeEach(({ skip }) => {
  // Here, because the hooks of a file whose tests are all skipped beforehand are not run.
  skip(!installed)
  clearSingleton('source-lists')
  const events = [{ tStartMs: 0, dDurationMs: 11_000, segs: [{ utf8: 'Here is what was said' }] }]
  youtube.play({
    player: (_, { videoId }) =>
      youtubePlayer(videoId, { videoDetails: { videoId, title: videoId, lengthSeconds: '11' } }),
    captions: () => jsonAnswer({ events }),
    watch: youtubeWatchPage,
  })
})

describe('a list of videos (skipped where yt-dlp is not installed)', () => {
  test.each([
    ['a playlist', `https://www.youtube.com/playlist?list=${YOUTUBE_LISTS.talks}`, 'The first talk', 3],
    ['a channel', `https://www.youtube.com/${YOUTUBE_LISTS.channel}`, 'Video 1', 250],
  ])('%s is watched: its newest video as it was wished, and then only what is new', async (_, url, newest, count) => {
    const { apiKey: key, userId } = await newUser()
    const call = (method: string, path: string, body?: object) =>
      service.call(method, `/v1/watches${path}`, { key, ...(body ? { body } : {}) })
    const { id } = watchSchema.parse((await call('POST', '', { url, backfill: 1 })).body)
    const read = async () => watchSchema.parse((await call('GET', `/${id}`)).body)
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('active')
    const items = async (): Promise<WatchItemList> =>
      watchItemListSchema.parse((await call('GET', `/${id}/items`)).body)
    const outcomes = async () => (await items()).items.map(({ title, status }) => `${title}: ${status}`)
    await expect.poll(outcomes, { timeout: 60_000 }).toEqual([`${newest}: done`])
    expect(await read()).toMatchObject({ platform: 'youtube', taken: 1 })
    expect(await db().watchItem.count({ where: { watchId: id } })).toBe(count)

    const check = async () => {
      clearSingleton('source-lists')
      await db().watch.updateMany({ where: { id }, data: { nextCheckAt: new Date(0) } })
      expect(await claimWatch(id)).toBe(true)
      await checkWatch(id, AbortSignal.timeout(60_000))
    }
    await check()
    expect(await read()).toMatchObject({ taken: 1, error: null })
    // As if the second one of the list had not been there before.
    const second = await db().watchItem.findFirstOrThrow({ where: { watchId: id, userId, position: count - 2 } })
    await db().watchItem.delete({ where: { watchId_position: { watchId: id, position: second.position } } })
    await check()
    await expect.poll(outcomes, { timeout: 60_000 }).toEqual([`${second.title}: done`, `${newest}: done`])
  })
})
