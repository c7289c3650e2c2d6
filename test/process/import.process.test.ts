import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { ImportBatch, ImportItem, ImportItemList } from '@/lib/imports/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { makeJobClient } from './job-client'
import { readConnection } from './read-connection'
import { startSpeechServer } from './speech-server'
import { startProcess } from './start-process'

const EPISODES = 300
/** These have no transcript of their publisher's. */
const isSpoken = (n: number) => n % 60 === 30
const TEXT_SECONDS = 10
const SOUND_SECONDS = 11

const sound = await readFile('test/fixtures/audio/jfk.mp3')
const item = (n: number) =>
  `<item><guid>e${n}</guid><title>Episode ${n}</title><enclosure url="/e${n}.mp3" type="audio/mpeg"/>${
    isSpoken(n) ? '' : `<podcast:transcript url="/e${n}.vtt" type="text/vtt"/>`
  }</item>`
const FEED = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The Show</title>${Array.from(
  { length: EPISODES },
  (_, n) => item(n),
).join('')}</channel></rss>`

const origin = await startOrigin([
  ({ path: target }) => {
    if (target === '/feed.xml') return { headers: { 'content-type': 'text/xml' }, body: FEED }
    if (target.endsWith('.mp3')) return { headers: { 'content-type': 'audio/mpeg' }, body: sound }
    return { headers: { 'content-type': 'text/vtt' }, body: `WEBVTT\n\n00:01.000 --> 00:10.000\nWords of ${target}\n` }
  },
])
const speech = await startSpeechServer()
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-import-'))
const settings = {
  EGRESS_PROXY_URL: origin.proxyUrl,
  NODE_EXTRA_CA_CERTS: origin.caFile,
  SSL_CERT_FILE: origin.caFile,
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
}
let service = await startProcess(dataDir, settings)
const key = service.apiKey ?? ''

afterAll(async () => {
  await service.stop()
  speech.close()
  await origin.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Every sound is heard as soon as it is sent. */
void (async () => {
  for (;;) await (await speech.next()).answer()
})()

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

async function allItems(id: string): Promise<ImportItem[]> {
  const pages = [0, 100, 200].map((offset) =>
    call<ImportItemList>('GET', `/v1/import/${id}/items?limit=100&offset=${offset}`),
  )
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

const finished = ({ done, failed, skipped }: ImportBatch) => done + failed + skipped

async function untilFinished(id: string, count: number): Promise<void> {
  const look = async () => finished(await call<ImportBatch>('GET', `/v1/import/${id}`))
  await expect.poll(look, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(count)
}

async function dieAndRestart(id: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, randomInt(100)))
  await service.kill()
  service = await startProcess(dataDir, settings)
  expect((await call<ImportBatch>('GET', `/v1/import/${id}`)).total % EPISODES).toBe(0)
}

test('an import outlives three deaths of the process: each episode has one outcome and is charged once', {
  timeout: 400_000,
}, async () => {
  const { batch_id: id } = await call<{ batch_id: string }>('POST', '/v1/import', {
    url: 'https://show.example/feed.xml',
  })
  await dieAndRestart(id) // while the show is read, or just begun
  await untilFinished(id, 40)
  await dieAndRestart(id)
  await untilFinished(id, 150)
  await dieAndRestart(id)
  const status = async () => (await call<ImportBatch>('GET', `/v1/import/${id}`)).status
  await expect.poll(status, { timeout: 180_000, interval: 200 }).toBe('done')

  const batch = await call<ImportBatch>('GET', `/v1/import/${id}`)
  expect(batch).toMatchObject({ total: EPISODES, done: EPISODES, failed: 0, skipped: 0, note: null })
  const items = await allItems(id)
  expect(new Set(items.map(({ guid }) => guid)).size).toBe(EPISODES)
  expect(items.every(({ status: state, transcript_id }) => state === 'done' && transcript_id !== null)).toBe(true)

  const spoken = Array.from({ length: EPISODES }, (_, n) => n).filter(isSpoken).length
  const seconds = (EPISODES - spoken) * TEXT_SECONDS + spoken * SOUND_SECONDS
  expect(await query('select sum(seconds)::int as seconds, count(*)::int as charges from usage_charge')).toEqual([
    { seconds, charges: EPISODES },
  ])
  expect(await query('select used_seconds, reserved_seconds from usage_period')).toEqual([
    { used_seconds: seconds, reserved_seconds: 0 },
  ])
  // What was under way when the process died may be asked for again, nothing else.
  const texts = origin.requests.filter(({ url }) => url.endsWith('.vtt'))
  expect(texts.length).toBeLessThanOrEqual(EPISODES - spoken + 3 * 4)
})
