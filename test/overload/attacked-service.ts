import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeDb, db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { MAX_FEED_BYTES } from '@/lib/podcasts/feed'
import { startOrigin } from '@/test/origin/start-origin'
import { openLocalBrowser } from '@/test/process/local-browser'
import { readConnection } from '@/test/process/read-connection'
import { type ServiceProcess, startProcess } from '@/test/process/start-process'
import type { Answered, Attack } from './amplifiers'
import { fillPublicIndex, storeAttackedLibrary } from './attack-library'

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

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Answers of a service under attack that are no failure: a refusal, a batch that has not ended (409), a source too slow (504). */
const isExpected = (status: number) =>
  (status >= 200 && status < 300) || [409, 413, 422, 429, 503, 504].includes(status)

async function prepareAttack(service: ServiceProcess): Promise<Attack> {
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

/** A service with the library that is attacked. `stop` ends it and removes its data. */
export type AttackedService = { service: ServiceProcess; attack: Attack; stop: () => Promise<void> }

/** Starts a service without rate limits, with the heap of a small machine, and stores what is attacked. */
export async function startAttackedService(): Promise<AttackedService> {
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
  const stop = async () => {
    await closeDb()
    await service.stop()
    await origin.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { service, attack: await prepareAttack(service), stop }
}
