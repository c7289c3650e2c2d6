import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchDatabase } from '@/bench/measure/start-bench'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { SITES } from '@/lib/platforms/platforms'
import { querySource } from '@/lib/sources/query-source'
import { countRequest, flushRequestCounts } from '@/lib/sources/status/count-request'
import { youtubePlayer, youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { jsonAnswer, youtubeOrigin } from '@/test/origin/youtube'

/**
 * The processor time of counting one request to a platform, and of writing the counts to the database every five seconds,
 * beside that of the request itself: the captions of a short YouTube video, from a server on this machine. Ends with 1
 * when counting is 1 % of it or more.
 */
const COUNTED = 200_000
const REQUESTS = 100
const FLUSHES = 50
const WANTED_SHARE = 0.01

const OUTCOMES = ['ok', 'source_private', 'upstream_blocked'] as const

const { route, play } = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, route])
const captions = jsonAnswer({ events: [{ tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'Hello there' }] }] })
play({ player: (_, { videoId }) => youtubePlayer(videoId), captions: () => captions })
const database = await startBenchDatabase({ durable: false })
trustOrigin(origin)
const signal = new AbortController().signal

async function ask(videoId: string): Promise<void> {
  const url = `https://www.youtube.com/watch?v=${videoId}`
  const ref: MediaRef = { platform: 'youtube', videoId, accessKey: '', url, openUrl: url, ownerId: null, title: null }
  await querySource(ref, { requestedLang: 'en', strict: false }, { signal, trace: [] })
}

/** Processor time of this process, in microseconds, that `work` takes. */
async function microseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** The number of different counts that a busy service has within five seconds. */
function countVariously(times: number): void {
  for (let turn = 0; turn < times; turn++) {
    const platform = SITES[turn % SITES.length]?.id ?? 'youtube'
    const outcome = OUTCOMES[turn % OUTCOMES.length] ?? 'ok'
    countRequest({ platform, kind: 'captions', outcome, elapsedMs: 100 + (turn % 9_000) })
  }
}

try {
  for (let turn = 0; turn < 10; turn++) await ask(`warmUp${String(turn).padStart(5, '0')}`)
  const requests: number[] = []
  for (let turn = 0; turn < REQUESTS; turn++) {
    requests.push(await microseconds(() => ask(`bench${String(turn).padStart(6, '0')}`)))
  }
  countVariously(COUNTED)
  const counting = (await microseconds(() => countVariously(COUNTED))) / COUNTED
  await flushRequestCounts()
  const flushes: number[] = []
  for (let turn = 0; turn < FLUSHES; turn++) {
    countVariously(200)
    flushes.push(await microseconds(flushRequestCounts))
  }
  const request = median(requests)
  const share = counting / request
  printTable(
    ['processor time of this process', 'microseconds', 'share of a request'],
    [
      ['captions of a YouTube video, not seen before', request.toFixed(0), '100 %'],
      ['counting it', counting.toFixed(2), `${(share * 100).toFixed(3)} %`],
      ['writing the counts of five seconds (about 170 rows)', median(flushes).toFixed(0), 'once in 5 s'],
    ],
  )
  if (share >= WANTED_SHARE) process.exitCode = 1
} finally {
  await database.end()
  await origin.close()
}
