import { benchPython, type CaptionProgram, youtubeTranscriptApi, ytDlpCommand } from '@/bench/captions/caption-programs'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { inMib, peakBytes } from '@/bench/measure/process-usage'
import { startBenchService } from '@/bench/measure/start-bench'
import { findYtDlp } from '@/lib/sources/yt-dlp/program/find-yt-dlp'
import { youtubePlayer, youtubeSideRoute, youtubeWatchPage } from '@/test/origin/platforms/youtube-player'
import { startOrigin } from '@/test/origin/start-origin'
import { youtubeOrigin } from '@/test/origin/youtube'

/**
 * Fetches the captions of an uncached YouTube video through the API and through other programs, against the same origin
 * on this machine. Compares requests to YouTube, time and peak memory, then fetches the same video from the store.
 * Exits with 1 when another program needs no more requests than the API, when a command is faster, or when a stored
 * transcript takes 5 ms or more in the median. Needs Python, yt-dlp and Python's package index.
 */
const ROUNDS = 10
const CACHED_CALLS = 300
const WANTED_CACHED_MS = 5

const WORDS = Array.from({ length: 1_000 }, (_, index) => `word${index}`)
const EVENTS = WORDS.map((word, index) => ({ tStartMs: index * 400, dDurationMs: 400, segs: [{ utf8: word }] }))
const JSON3 = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ events: EVENTS }) }
const CUES = WORDS.map((word, index) => `<text start="${(index * 0.4).toFixed(1)}" dur="0.4">${word}</text>`)
const XML = { headers: { 'content-type': 'text/xml' }, body: `<transcript>${CUES.join('')}</transcript>` }

/** The page of a video, with the key by which youtube-transcript-api asks the player. */
function watchPage() {
  const { body, ...answer } = youtubeWatchPage()
  return { ...answer, body: `<script>ytcfg.set({"INNERTUBE_API_KEY":"loopback"});</script>${body}` }
}

const named = (text: string) => ({ simpleText: text, runs: [{ text }] })

/** Its captions, with names in the shapes of a browser's and of an app's player. */
const captionsOf = (videoId: string) => ({
  playerCaptionsTracklistRenderer: {
    captionTracks: [
      {
        baseUrl: `https://www.youtube.com/api/timedtext?v=${videoId}&lang=en&kind=asr`,
        name: named('English (auto-generated)'),
        ...{ vssId: 'a.en', languageCode: 'en', kind: 'asr', isTranslatable: true },
      },
    ],
    translationLanguages: [{ languageCode: 'de', languageName: named('German') }],
  },
})

const { route, play } = youtubeOrigin()
const origin = await startOrigin([youtubeSideRoute, route])
play({
  player: (_, { videoId }) => youtubePlayer(videoId, { captions: captionsOf(videoId) }),
  watch: watchPage,
  captions: (url) => (url.searchParams.get('fmt') === 'json3' ? JSON3 : XML),
})
const reach = { EGRESS_PROXY_URL: origin.proxyUrl, NODE_EXTRA_CA_CERTS: origin.caFile, SSL_CERT_FILE: origin.caFile }
const { service, end } = await startBenchService(reach)

async function ask(videoId: string): Promise<void> {
  const response = await fetch(`${service.baseUrl}/v1/transcript`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.youtube.com/watch?v=${videoId}` }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.includes('word999')) throw new Error(`${response.status}: ${text.slice(0, 300)}`)
}

type Figures = { name: string; isCommand: boolean; requests: number; times: number[]; bytes: number }

/** Lets every program fetch a video in each round, in rotating order, so that other load slows all of them equally. */
async function measure(compared: readonly CaptionProgram[]): Promise<Figures[]> {
  for (const { fetch: get } of compared) await get('warmUp00000')
  const figures = compared.map(
    ({ name, isCommand = false }): Figures => ({ name, isCommand, requests: 0, times: [], bytes: 0 }),
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < compared.length; turn++) {
      const index = (round + turn) % compared.length
      const [program, figure] = [compared[index], figures[index]]
      if (!program || !figure) continue
      origin.requests.length = 0
      const startedAt = performance.now()
      await program.fetch(`round${String(round).padStart(6, '0')}`)
      figure.times.push(performance.now() - startedAt)
      figure.requests += origin.requests.length / ROUNDS
      figure.bytes = await program.peakBytes()
    }
  }
  return figures
}

const programs: CaptionProgram[] = [
  { name: 'Verbatim, cold', fetch: ask, peakBytes: () => peakBytes(service.pid), stop: async () => undefined },
]

try {
  const program = await findYtDlp()
  if (!program) throw new Error('yt-dlp is not on this machine: there is nothing to compare with.')
  const python = await benchPython()
  programs.push(await ytDlpCommand(program.path, python, origin), ...(await youtubeTranscriptApi(python, origin)))
  const [own, ...peers] = await measure(programs)
  if (!own) throw new Error('nothing was measured')
  const times: number[] = []
  for (let call = 0; call < CACHED_CALLS; call++) {
    const startedAt = performance.now()
    await ask('round000000')
    times.push(performance.now() - startedAt)
  }
  const stored = { name: 'Verbatim, stored', requests: 0, times, bytes: await peakBytes(service.pid) }
  const rows = [own, ...peers, stored].map(({ name, requests, times: all, bytes }) => [
    ...[name, requests.toFixed(1), median(all).toFixed(1), inMib(bytes)],
  ])
  printTable(['captions of a YouTube video', 'requests', 'median ms', 'MiB at most'], rows)
  const isBehind = peers.some(
    (peer) => peer.requests <= own.requests || (peer.isCommand && median(peer.times) <= median(own.times)),
  )
  if (isBehind || median(times) >= WANTED_CACHED_MS) process.exitCode = 1
} finally {
  for (const { stop } of programs) await stop()
  await end()
  await origin.close()
}
