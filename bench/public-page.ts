import http from 'node:http'
import { percentile } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchService } from '@/bench/measure/start-bench'
import { fillSpeech } from '@/bench/pages/fill-speech'
import { type LoopbackServer, listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

/**
 * How soon the first byte of a public page comes, of ten minutes and of ten hours of speech, beside a bare server of
 * Node's that sends the same bytes, in one run: in turns, one request after the other on a connection that stays open.
 * Ends with 1 when the 95th percentile of a kept page is 20 ms or more, or the HTML of ten hours two megabytes.
 */
const TIMES = 1_000
const WARM_UP = 50
const WANTED_P95_MS = 20
const WANTED_HTML_BYTES = 2_000_000
const SPEECH = { 'ten minutes': 600, 'ten hours': 36_000 }

type Got = { firstByteMs: number; body: Buffer; headers: http.IncomingHttpHeaders }

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

function get(url: string, headers: Record<string, string>): Promise<Got> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      let firstByteMs = 0
      response.on('data', (chunk: Buffer) => {
        firstByteMs ||= performance.now() - startedAt
        chunks.push(chunk)
      })
      response.on('end', () => {
        if (response.statusCode === 200)
          resolve({ firstByteMs, body: Buffer.concat(chunks), headers: response.headers })
        else reject(new Error(`${url} was answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

/** Sends these bytes in response to every request. */
function bareServer({ body, headers }: Got): Promise<LoopbackServer> {
  const { 'content-type': type = '', 'content-encoding': coding } = headers
  const own = { 'content-type': type, ...(coding ? { 'content-encoding': coding } : {}), 'content-length': body.length }
  return listenOnLoopback((_, response) => response.writeHead(200, own).end(body))
}

async function measure(urls: readonly string[], headers: Record<string, string>): Promise<number[][]> {
  const times = urls.map((): number[] => [])
  for (let time = -WARM_UP; time < TIMES; time++) {
    for (const [at, url] of urls.entries()) {
      const { firstByteMs } = await get(url, headers)
      if (time >= 0) times[at]?.push(firstByteMs)
    }
  }
  return times.map((some) => some.sort((a, b) => a - b))
}

const { service, end } = await startBenchService()
try {
  const rows: string[][] = []
  for (const [length, seconds] of Object.entries(SPEECH)) {
    const url = `${service.baseUrl}/t/${(await fillSpeech(seconds)).slug}`
    const startedAt = performance.now()
    const html = await get(url, { 'accept-encoding': 'identity' })
    const madeMs = performance.now() - startedAt
    if (html.body.length >= WANTED_HTML_BYTES) process.exitCode = 1
    const headers = { 'accept-encoding': 'br' }
    const sent = await get(url, headers)
    const bare = await bareServer(sent)
    const times = await measure([url, bare.url], headers)
    await bare.stop()
    for (const [at, name] of ['Verbatim', 'bare Node'].entries()) {
      const some = times[at] ?? []
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(some, share))
      if (at === 0 && (p95 ?? 0) >= WANTED_P95_MS) process.exitCode = 1
      const sizes =
        at === 0 ? [html.body.length, sent.body.length].map((bytes) => String(Math.round(bytes / 1000))) : ['', '']
      const made = at === 0 ? madeMs.toFixed(0) : ''
      rows.push([`${length}, ${name}`, ...[p50, p95, p99].map((ms) => (ms ?? 0).toFixed(2)), ...sizes, made])
    }
  }
  printTable(['first byte of a public page', 'p50 ms', 'p95 ms', 'p99 ms', 'HTML kB', 'sent kB', 'made in ms'], rows)
} finally {
  agent.destroy()
  await end()
}
