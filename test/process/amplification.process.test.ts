import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { peakBytes } from '@/bench/measure/memory-of'
import { DOWNLOAD_FORMATS } from '@/lib/captions/document-files'
import { closeDb, db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { MAX_FEED_BYTES } from '@/lib/podcasts/feed'
import { startOrigin } from '../origin/start-origin'
import { AMPLIFIERS, type Answered, type Attack } from '../overload/amplifiers'
import { fillPublicIndex, storeAttackedLibrary } from '../overload/attack-library'
import { largestFeed } from '../overload/largest-feed'
import { type Probe, probeHealth, probeTime } from '../overload/probe-health'
import { openLocalBrowser } from './local-browser'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const MAX_WAIT_MS = 200
/** Garbage included. */
const MAX_BYTES = 900e6
/** The heap limit that Node takes by itself on a machine of 1 GiB. With more memory it collects garbage later. */
const HEAP_OF_1_GIB = '--max-old-space-size=512'
const FEED_URL = 'http://show.example/feed.xml'

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
