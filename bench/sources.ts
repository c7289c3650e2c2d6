import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findYtDlp } from '@/lib/sources/yt-dlp/find-yt-dlp'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { youtubeOrigin } from '@/test/origin/youtube'
import { startProcess } from '@/test/process/start-process'
import { type CaptionProgram, youtubeTranscriptApi, ytDlpCommand } from './caption-programs'
import { median } from './measure-rate'
import { printTable } from './print-table'

/**
 * The captions of a YouTube video that nobody has asked for, through the API and by the programs people use, against the
 * same origin on this machine: requests to YouTube, and time. Then the same video again, from what is stored. Ends with 1
 * when a program asks less or is quicker, or a stored transcript takes 5 ms or more in the median.
 */
const ROUNDS = 10
const CACHED_CALLS = 300
const WANTED_CACHED_MS = 5

const WORDS = Array.from({ length: 1_000 }, (_, index) => `word${index}`)
const EVENTS = WORDS.map((word, index) => ({ tStartMs: index * 400, dDurationMs: 400, segs: [{ utf8: word }] }))
const CAPTIONS = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ events: EVENTS }) }

const { route, play } = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, route])
play({ player: (_, { videoId }) => youtubePlayer(videoId), watch: youtubeWatchPage, captions: () => CAPTIONS })
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
const reach = { EGRESS_PROXY_URL: origin.proxyUrl, NODE_EXTRA_CA_CERTS: origin.caFile, SSL_CERT_FILE: origin.caFile }
const service = await startProcess(dataDir, reach)

async function ask(videoId: string): Promise<void> {
  const response = await fetch(`${service.baseUrl}/v1/transcript`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.youtube.com/watch?v=${videoId}` }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('word999')) throw new Error(`${response.status}: ${text.slice(0, 300)}`)
}

async function measure({ name, fetch: get }: CaptionProgram) {
  await get('warmUp00000')
  const times: number[] = []
  origin.requests.length = 0
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await get(`round${String(round).padStart(6, '0')}`)
    times.push(performance.now() - startedAt)
  }
  return { name, requests: origin.requests.length / ROUNDS, ms: median(times) }
}

try {
  const program = await findYtDlp()
  const other = await youtubeTranscriptApi(origin)
  if (!program) console.log('yt-dlp is not on this machine: nothing to compare with')
  if (!other) console.log('youtube-transcript-api is not on this machine')
  const api: CaptionProgram = { name: 'Verbatim, cold', fetch: ask }
  const programs = [api, ...(program ? [ytDlpCommand(program.path, origin)] : []), ...(other ? [other] : [])]
  const figures: Awaited<ReturnType<typeof measure>>[] = []
  for (const each of programs) figures.push(await measure(each))
  const times: number[] = []
  for (let call = 0; call < CACHED_CALLS; call++) {
    const startedAt = performance.now()
    await ask('round000000')
    times.push(performance.now() - startedAt)
  }
  const [own, ...peers] = figures
  const cached = { name: 'Verbatim, stored', requests: 0, ms: median(times) }
  const rows = [...figures, cached].map(({ name, requests, ms }) => [name, requests.toFixed(1), ms.toFixed(1)])
  printTable(['captions of a YouTube video', 'requests', 'median ms'], rows)
  const isBehind = peers.some(({ requests, ms }) => requests <= (own?.requests ?? 0) || ms <= (own?.ms ?? 0))
  if (isBehind || cached.ms >= WANTED_CACHED_MS) process.exitCode = 1
} finally {
  await service.stop()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
}
