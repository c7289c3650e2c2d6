import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Watch } from '@/lib/watches/contract'
import type { WatchItemList } from '@/lib/watches/items/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { makeJobClient } from './job-client'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const OLD = 10
const NEW_EACH_TIME = 20
const DEATHS = 3
const SECONDS = 10

let episodes = OLD
/** Each state of the feed has different ids and links. */
const feed = (salt: number) =>
  `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title>${Array.from(
    { length: episodes },
    (_, n) => `<item><guid>e${n}-${salt}</guid><title>Episode ${n}</title>
  <enclosure url="/e${n}.mp3?utm_source=${salt}" type="audio/mpeg"/><podcast:transcript url="/e${n}.vtt" type="text/vtt"/></item>`,
  )
    .toReversed()
    .join('')}</channel></rss>`

const origin = await startOrigin([
  ({ path: target }) => {
    if (target === '/feed.xml') return { headers: { 'content-type': 'text/xml' }, body: feed(episodes) }
    return { headers: { 'content-type': 'text/vtt' }, body: `WEBVTT\n\n00:01.000 --> 00:10.000\nWords of ${target}\n` }
  },
])
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-watches-'))
const settings = { EGRESS_PROXY_URL: origin.proxyUrl, NODE_EXTRA_CA_CERTS: origin.caFile }
let service = await startProcess(dataDir, settings)
const key = service.apiKey ?? ''

afterAll(async () => {
  await service.stop()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

const { call } = makeJobClient(
  () => service,
  () => key,
)

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: await readConnection(dataDir) })
  await client.connect()
  const { rows } = await client.query<T>(sql)
  await client.end()
  return rows
}

/** As if the lease of a lost check and the minute between two checks had passed. */
const passTime = () => query('update watch set lease_until = null, last_checked_at = null')

async function isOpen(id: string): Promise<boolean> {
  const { items } = await call<WatchItemList>('GET', `/v1/watches/${id}/items?limit=100`)
  return items.some(({ status }) => status === 'queued' || status === 'in_progress')
}

test('a process that dies between a check and its items takes each item once', { timeout: 400_000 }, async () => {
  const { id } = await call<Watch>('POST', '/v1/watches', { url: 'https://show.example/feed.xml', max_per_day: null })
  const read = () => call<Watch>('GET', `/v1/watches/${id}`)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('active')
  for (let death = 0; death < DEATHS; death++) {
    episodes += NEW_EACH_TIME
    await passTime()
    await call('POST', `/v1/watches/${id}/check`)
    await new Promise((resolve) => setTimeout(resolve, randomInt(400)))
    await service.kill()
    service = await startProcess(dataDir, settings)
  }
  await passTime()
  await call('POST', `/v1/watches/${id}/check`)
  const wanted = DEATHS * NEW_EACH_TIME
  await expect.poll(async () => (await read()).taken, { timeout: 120_000 }).toBe(wanted)
  await expect.poll(() => isOpen(id), { timeout: 240_000, interval: 500 }).toBe(false)
  const open = "select count(*)::int as open from import_batch where status <> 'done'"
  await expect.poll(() => query(open), { timeout: 120_000, interval: 500 }).toEqual([{ open: 0 }])

  const taken = `select count(*)::int as items, count(distinct title)::int as titles,
    count(*) filter (where state = 'done')::int as done from import_item`
  expect(await query(taken)).toEqual([{ items: wanted, titles: wanted, done: wanted }])
  expect(await query('select sum(seconds)::int as seconds, count(*)::int as charges from usage_charge')).toEqual([
    { seconds: wanted * SECONDS, charges: wanted },
  ])
})
