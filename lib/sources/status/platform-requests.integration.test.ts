import { beforeEach, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { closeDb, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { describeFailingPlatforms } from '@/lib/health/get-status'
import { serveMetrics } from '@/lib/health/serve-metrics'
import type { StatusView } from '@/lib/health/status-contract'
import { querySource } from '@/lib/sources/query-source'
import { useDatabase } from '@/test/database'
import { youtubePlayer, youtubeRefusal, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'
import { countedRequest, countRequest, flushRequestCounts } from './count-request'
import { listPlatformStatus } from './platform-status'
import { purgeFormerRequestCounts } from './request-count-table'

const { databaseUrl } = await useDatabase()
const HOUR_MS = 3_600_000

beforeEach(async () => {
  await flushRequestCounts()
  await pool().query('delete from platform_request_count')
  clearSingleton('platform-status')
})

/** As another process, or this one after a restart, would see it. */
async function statusNow(): Promise<StatusView> {
  await flushRequestCounts()
  clearSingleton('platform-status')
  const answer = await api().request('http://localhost:3000/v1/status')
  expect(answer.status).toBe(200)
  return (await answer.json()) as StatusView
}

const youtubeOf = ({ platforms }: StatusView) => platforms.find(({ platform }) => platform === 'youtube')
const refOf = (videoId: string): MediaRef => ({
  platform: 'youtube',
  videoId,
  accessKey: '',
  url: `https://www.youtube.com/watch?v=${videoId}`,
  openUrl: `https://www.youtube.com/watch?v=${videoId}`,
  ownerId: null,
  title: null,
})

test('requests that YouTube really got are counted: answers and private videos as answers, remembered refusals not at all', async () => {
  const youtube = youtubeOrigin()
  const origin = await startOrigin([youtubeSideRoute, youtube.route])
  trustOrigin(origin)
  youtube.play({
    player: (_, { videoId }) =>
      videoId === 'privateVid1' ? youtubeRefusal(videoId, 'ERROR', 'This video is private') : youtubePlayer(videoId),
    captions: () => jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'Hello there' }] }] }),
  })
  const ask = (id: string) =>
    querySource(refOf(id), { requestedLang: 'en', strict: false }, { signal: new AbortController().signal, trace: [] })
  await ask('answered001')
  await expect(ask('privateVid1')).rejects.toMatchObject({ code: 'source_private' })
  await expect(ask('privateVid1')).rejects.toMatchObject({ code: 'source_private' })
  await origin.close()
  expect(youtubeOf(await statusNow())).toMatchObject({
    state: 'working',
    last_hour: { requests: 2, answered: 2, failed: 0, refusals: { source_private: 1 }, failures: {} },
  })
})

test('a platform that blocks is failing now, in the status, in /health and in the metrics', async () => {
  for (let times = 0; times < 5; times++) {
    countRequest({ platform: 'tiktok', kind: 'captions', outcome: 'upstream_blocked', elapsedMs: 300 })
  }
  const { platforms } = await statusNow()
  const tiktok = platforms.find(({ platform }) => platform === 'tiktok')
  expect(tiktok).toMatchObject({
    state: 'failing',
    last_hour: { requests: 5, answered: 0, failed: 5, failures: { upstream_blocked: 5 } },
    last_day: { requests: 5 },
  })
  expect(tiktok?.hours).toHaveLength(24)
  expect(tiktok?.hours.filter(({ state }) => state === 'failing')).not.toHaveLength(0)
  expect(await describeFailingPlatforms()).toBe('failing: tiktok (upstream_blocked)')
  setEnv({ METRICS_TOKEN: 'a-long-secret' })
  const request = new Request('http://localhost:3000/metrics', { headers: { authorization: 'Bearer a-long-secret' } })
  const text = await (await serveMetrics(request)).text()
  setEnv({ METRICS_TOKEN: '' })
  expect(text).toContain('verbatim_platform_failing{platform="tiktok"} 1')
  expect(text).toContain('verbatim_platform_failing{platform="youtube"} 0')
  expect(text).toContain(
    'verbatim_platform_request_seconds_count{platform="tiktok",kind="captions",outcome="upstream_blocked"} 5',
  )
})

test('counts of several processes add up, and a restart keeps them', async () => {
  for (const process of ['one', 'another', 'the first, restarted']) {
    clearSingleton('platform-request-counts')
    countRequest({ platform: 'x', kind: 'captions', outcome: 'ok', elapsedMs: 800 })
    await flushRequestCounts()
    expect(process).not.toBe('')
  }
  const { platforms } = await statusNow()
  const x = platforms.find(({ platform }) => platform === 'x')
  expect(x).toMatchObject({ last_hour: { requests: 3, answered: 3, median_seconds: expect.any(Number) } })
})

test('the hours of the last day are apart, what is older is not shown, and purged after three days', async () => {
  const now = Date.now()
  const at = (hours: number) => now - hours * HOUR_MS
  countRequest({ platform: 'vimeo', kind: 'captions', outcome: 'ok', elapsedMs: 100 }, at(2))
  countRequest({ platform: 'vimeo', kind: 'captions', outcome: 'upstream_changed', elapsedMs: 100 }, at(5))
  countRequest({ platform: 'vimeo', kind: 'captions', outcome: 'ok', elapsedMs: 100 }, at(30))
  countRequest({ platform: 'vimeo', kind: 'captions', outcome: 'ok', elapsedMs: 100 }, at(80))
  const { platforms } = await statusNow()
  const vimeo = platforms.find(({ platform }) => platform === 'vimeo')
  expect(vimeo).toMatchObject({ state: 'quiet', last_hour: { requests: 0 }, last_day: { requests: 2, failed: 1 } })
  expect(vimeo?.hours.filter(({ requests }) => requests > 0).map(({ state }) => state)).toEqual(['failing', 'working'])
  expect(await purgeFormerRequestCounts()).toBe(1)
})

test('outcomes that show nothing about a platform are not counted: an abort, a stop, a bug; nine seconds without an answer are', async () => {
  const counted = { platform: 'facebook', kind: 'captions' } as const
  const failWith = (error: unknown) => expect(countedRequest(counted, () => Promise.reject(error))).rejects.toBe(error)
  await failWith(new DOMException('The caller left.', 'AbortError'))
  await failWith(new Problem('service_unavailable'))
  await failWith(new TypeError('a bug'))
  await withDeadline({ timeoutMs: 1 }, (signal) =>
    countedRequest(
      counted,
      () => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ),
  ).catch(() => undefined)
  const { platforms } = await statusNow()
  expect(platforms.find(({ platform }) => platform === 'facebook')).toMatchObject({
    last_hour: { requests: 1, failures: { upstream_timeout: 1 } },
  })
})

test("counts that can't be written while the database is away are written when it is back", async () => {
  countRequest({ platform: 'bilibili', kind: 'audio', outcome: 'ok', elapsedMs: 40_000 })
  await closeDb()
  setEnv({ DATABASE_URL: 'postgres://verbatim@127.0.0.1:9/verbatim' })
  await flushRequestCounts()
  await closeDb()
  setEnv({ DATABASE_URL: databaseUrl })
  const { platforms } = await statusNow()
  // The time of a download is that of the recording: it is no latency of the platform.
  expect(platforms.find(({ platform }) => platform === 'bilibili')).toMatchObject({
    last_hour: { requests: 1, answered: 1, median_seconds: null },
  })
})

test('a platform that is switched off has no status', async () => {
  setEnv({ SOURCES_DISABLED: 'rednote' })
  clearSingleton('platform-status')
  expect((await listPlatformStatus()).map(({ platform }) => platform)).not.toContain('rednote')
  setEnv({ SOURCES_DISABLED: '' })
})
