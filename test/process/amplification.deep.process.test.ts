import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { peakBytes } from '@/bench/measure/memory-of'
import { DOWNLOAD_FORMATS } from '@/lib/captions/document-files'
import { closeDb, db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { MAX_FEED_BYTES } from '@/lib/podcasts/feed'
import { startOrigin } from '../origin/start-origin'
import { AMPLIFIERS, type Answered, type Attack } from '../overload/amplifiers'
import { fillPublicIndex, storeAttackedLibrary } from '../overload/attack-library'
import { openLocalBrowser } from './local-browser'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const MAX_WAIT_MS = 200
/** Garbage included. */
const MAX_BYTES = 900e6
/** The heap limit that Node takes by itself on a machine of 1 GiB. With more memory it collects garbage later. */
const HEAP_OF_1_GIB = '--max-old-space-size=512'
const FEED_URL = 'http://show.example/feed.xml'

const EPISODE_CHARACTERS = 900

/** A podcast's feed of nearly so many bytes, with as many episodes as fit. */
function largestFeed(bytes: number): Buffer {
  const head = '<rss version="2.0"><channel><title>Show</title><link>http://show.example/</link>'
  const end = '</channel></rss>'
  const episodes: string[] = []
  for (let length = head.length + end.length; ; ) {
    const n = episodes.length
    const title = `${n} ${'and nobody was at home then '.repeat(30)}`.slice(0, EPISODE_CHARACTERS)
    const episode = `<item><guid>${n}</guid><title>${title}</title><enclosure url="http://show.example/${n}.mp3" type="audio/mpeg" length="1"/></item>`
    length += episode.length
    if (length > bytes) return Buffer.from([head, ...episodes, end].join(''))
    episodes.push(episode)
  }
}

const feed = largestFeed(MAX_FEED_BYTES)
const origin = await startOrigin([
  ({ url }) => (url === FEED_URL ? { headers: { 'content-type': 'application/rss+xml' }, body: feed } : undefined),
  () => ({ status: 404 }),
])
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-amplification-'))
const service = await startProcess(dataDir, {
  EGRESS_PROXY_URL: origin.proxyUrl,
  NODE_OPTIONS: HEAP_OF_1_GIB,
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
})
setEnv({ BASE_URL: service.baseUrl, DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
afterAll(async () => {
  await closeDb()
  await service.stop()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Answers of a service under attack that are no failure: a refusal, a batch that has not ended (409), a source too slow (504). */
const isExpected = (status: number) =>
  (status >= 200 && status < 300) || [409, 413, 422, 429, 503, 504].includes(status)

async function prepareAttack(): Promise<Attack> {
  const { id: userId } = await db().user.findFirstOrThrow({ where: { isLocal: true } })
  const library = await storeAttackedLibrary(userId)
  await fillPublicIndex(library.hours)
  const bearer = { authorization: `Bearer ${service.apiKey}` }
  const cookie = await openLocalBrowser(service)
  const ask = async (target: string, init: RequestInit): Promise<Answered> => {
    const answer = await fetch(new URL(target, service.baseUrl), { redirect: 'manual', ...init })
    const text = await answer.text()
    if (!isExpected(answer.status)) throw new Error(`${init.method} ${target}: ${answer.status} ${text.slice(0, 500)}`)
    return { status: answer.status, text }
  }
  const api: Attack['api'] = (method, target, body, headers) =>
    ask(target, {
      method,
      headers: { ...bearer, ...(body === undefined ? {} : JSON_HEADERS), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const rpc: Attack['rpc'] = (method, params) => api('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params })
  const publish = async (id: string) => {
    const { text } = await api('POST', `/v1/me/transcriptions/${id}/publish`)
    return (JSON.parse(text) as { slug: string }).slug
  }
  const slugs: string[] = []
  for (const id of [library.tiny, library.hours, library.large]) slugs.push(await publish(id))
  return {
    ...library,
    baseUrl: service.baseUrl,
    slugs,
    feedUrl: FEED_URL,
    api,
    rpc,
    page: (target) => ask(target, { method: 'GET', headers: { cookie } }),
    tool: (name, args) => rpc('tools/call', { name, arguments: args }),
    form: (target, fields, file) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      body.set('file', new File([new Uint8Array(file)], 'large.srt'))
      return ask(target, { method: 'POST', headers: bearer, body })
    },
    upload: async (file) => {
      const signed = await api('POST', '/v1/uploads/sign', { filename: 'large.srt', content_type: 'text/plain' })
      const { upload_url, object_path } = JSON.parse(signed.text) as { upload_url: string; object_path: string }
      await ask(upload_url, { method: 'PUT', body: new Uint8Array(file) })
      return object_path
    },
  }
}

type Window = { name: string; from: number; until: number }

/** One question after how the service is. `waitedMs` leaves out what both threads waited for a processor. */
type Probe = { at: number; waitedMs: number; status: number }

const EVERY_MS = 50

/**
 * Runs in a thread, so that nothing the test itself does delays a question. The second number of Linux's `schedstat` is how many
 * nanoseconds a thread has waited for a processor: a busy machine lengthens it, a blocked event loop does not.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const http = require('node:http')
const { url, pid, everyMs } = workerData
const delayed = (file) => {
  try { return Number(readFileSync(file, 'latin1').split(' ')[1]) / 1e6 } catch { return 0 }
}
const delays = () => delayed('/proc/' + pid + '/task/' + pid + '/schedstat') + delayed('/proc/thread-self/schedstat')
const agent = new http.Agent({ keepAlive: true })
const probes = []
const now = () => performance.timeOrigin + performance.now()
const probe = () => {
  const at = now()
  const before = delays()
  const end = (status) => probes.push({ at, status, waitedMs: Math.max(0, now() - at - (delays() - before)) })
  const asked = http.get(url, { agent }, (answer) => answer.resume().once('end', () => end(answer.statusCode)))
  asked.once('error', () => end(0))
}
const timer = setInterval(probe, everyMs)
parentPort.once('message', () => {
  clearInterval(timer)
  const finish = () => Object.keys(agent.sockets).length === 0 ? parentPort.postMessage(probes) : setTimeout(finish, 10)
  finish()
})
`

/** The time as probes have it. */
const probeTime = () => performance.timeOrigin + performance.now()

/** Asks a service for `/health` every 50 ms until `stop`, which returns what it has seen. */
function probeHealth({ baseUrl, pid }: { baseUrl: string; pid: number }): { stop: () => Promise<Probe[]> } {
  const workerData = { url: `${baseUrl}/health`, pid, everyMs: EVERY_MS }
  const worker = new Worker(PROGRAM, { eval: true, workerData })
  const stop = async () => {
    const probes = new Promise<Probe[]>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    worker.postMessage('stop')
    try {
      return await probes
    } finally {
      await worker.terminate()
    }
  }
  return { stop }
}

const late = (probes: readonly Probe[]) =>
  probes.filter(({ waitedMs, status }) => waitedMs > MAX_WAIT_MS || status !== 200)

/**
 * Allows one late probe in each window, or 1 % of them if that is more, because the machine itself stalls now and then.
 */
const isBlocked = (probes: readonly Probe[]) => late(probes).length > Math.max(1, probes.length / 100)

function report({ name, from, until }: Window, probes: readonly Probe[]): string {
  const waits = late(probes).map(
    ({ waitedMs, status }) => `${waitedMs.toFixed(0)} ms${status === 200 ? '' : ` (${status})`}`,
  )
  return `${name}: ${waits.length} of ${probes.length} probes in ${((until - from) / 1000).toFixed(1)} s waited ${waits.join(', ')}`
}

const attack = await prepareAttack()

test('a transcript of ten hours is corrected, replaced, exported and published whole', async () => {
  const { api, page, hours, slugs } = attack
  const [, slug] = slugs
  const read = async (target: string) => {
    const answer = await page(target)
    expect(answer.status).toBe(200)
    return answer.text
  }
  const edits = Array.from({ length: 500 }, (_, at) => ({ index: 18 * at, segments: [{ text: `Marmot ${at}.` }] }))
  const edited = await api('PATCH', `/v1/me/transcriptions/${hours}/segments`, { edits }, { 'if-match': '*' })
  expect([edited.status, JSON.parse(edited.text)]).toMatchObject([200, { count: 500 }])
  const replaced = await api('POST', `/v1/me/transcriptions/${hours}/replace`, {
    find: 'nobody',
    replace: 'the marmot',
  })
  expect([replaced.status, JSON.parse(replaced.text)]).toMatchObject([200, { count: 8_500 }])
  for (const format of DOWNLOAD_FORMATS) {
    const text = await read(`/transcripts/${hours}/download/${format}`)
    if (format !== 'docx') expect(text).toContain('8999 and the marmot was at home')
  }
  for (const target of [`/transcripts/${hours}`, `/t/${slug}`, `/t/${slug}/embed`, `/v1/public/${slug}`])
    expect(await read(target)).toContain('8999 and the marmot was at home then')
})

test('no operation, at its worst, keeps others waiting or takes the memory of the service', async () => {
  const probing = probeHealth(service)
  const windows: Window[] = []
  for (const [name, amplify] of Object.entries(AMPLIFIERS)) {
    const from = probeTime()
    await amplify(attack)
    windows.push({ name, from, until: probeTime() })
  }
  const probes = await probing.stop()
  const within = ({ from, until }: Window) => probes.filter(({ at }) => at >= from && at < until)
  const blocked = windows.filter((window) => isBlocked(within(window)))
  expect(blocked.map((window) => report(window, within(window)))).toEqual([])
  expect(isBlocked(probes)).toBe(false)
  expect(await peakBytes(service.pid)).toBeLessThan(MAX_BYTES)
}, 900_000)
