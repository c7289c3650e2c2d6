import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { Batch, BatchItemList, BatchStarted } from '@/lib/imports/batches/contract'
import type { ImportBatch, ImportItem, ImportItemList } from '@/lib/imports/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { startSpeechServer } from '../speech/speech-server'
import { makeJobClient } from './job-client'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const EPISODES = 120
/** These have no transcript of their publisher's. */
const isSpoken = (n: number) => n % 40 === 20
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
  const pages = [0, 100].map((offset) =>
    call<ImportItemList>('GET', `/v1/import/${id}/items?limit=100&offset=${offset}`),
  )
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

type Progress = Pick<Batch, 'status' | 'total' | 'done' | 'failed' | 'skipped'>

const finished = ({ done, failed, skipped }: Progress) => done + failed + skipped

async function untilFinished(address: string, count: number): Promise<void> {
  const look = async () => finished(await call<Progress>('GET', address))
  await expect.poll(look, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(count)
}

async function dieAndRestart(address: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, randomInt(100)))
  await service.kill()
  service = await startProcess(dataDir, settings)
  expect((await call<Progress>('GET', address)).total % EPISODES).toBe(0)
}

/** Kills the service three times while an import or a batch is at work, and waits for its end. */
async function dieThreeTimes(address: string): Promise<void> {
  await dieAndRestart(address) // while it is read, or just begun
  await untilFinished(address, 20)
  await dieAndRestart(address)
  await untilFinished(address, 60)
  await dieAndRestart(address)
  const status = async () => (await call<Progress>('GET', address)).status
  await expect.poll(status, { timeout: 180_000, interval: 200 }).toBe('done')
}

test('an import outlives three deaths of the process: each episode has one outcome and is charged once', {
  timeout: 400_000,
}, async () => {
  const { batch_id: id } = await call<{ batch_id: string }>('POST', '/v1/import', {
    url: 'https://show.example/feed.xml',
  })
  await dieThreeTimes(`/v1/import/${id}`)

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
  // Only requests that were running when the process died may be repeated.
  const texts = origin.requests.filter(({ url }) => url.endsWith('.vtt'))
  expect(texts.length).toBeLessThanOrEqual(EPISODES - spoken + 3 * 4)
})

/** A third of these are items of a recording that the batch has before. */
const RECORDINGS = 80

test('a batch outlives three deaths of the process: each item has one outcome, each recording is transcribed and charged once', {
  timeout: 400_000,
}, async () => {
  const paid = 'select coalesce(sum(seconds), 0)::int as seconds, count(*)::int as charges from usage_charge'
  const [before] = await query<{ seconds: number; charges: number }>(paid)
  origin.requests.length = 0
  const link = (n: number) => {
    const recording = n % RECORDINGS
    return isSpoken(recording)
      ? { audio: `https://batch.example/b${recording}.mp3` }
      : { url: `https://batch.example/b${recording}.vtt` }
  }
  const items = Array.from({ length: EPISODES }, (_, n) => ({ ...link(n), custom_id: `${n}` }))
  const { id, errors } = await call<BatchStarted>('POST', '/v1/batches', { items })
  expect(errors).toEqual([])
  await dieThreeTimes(`/v1/batches/${id}`)

  expect(await call<Batch>('GET', `/v1/batches/${id}`)).toMatchObject({ total: EPISODES, done: EPISODES, note: null })
  const listed = await Promise.all(
    [-1, 99].map((cursor) =>
      call<BatchItemList>('GET', `/v1/batches/${id}/items?limit=100${cursor < 0 ? '' : `&cursor=${cursor}`}`),
    ),
  )
  const all = listed.flatMap((page) => page.items)
  expect(all.map((item) => item.custom_id)).toEqual(items.map((item) => item.custom_id))
  expect(all.every(({ status }) => status === 'done')).toBe(true)
  const transcripts = all.map((item) => item.transcript_id)
  expect(new Set(transcripts).size).toBe(RECORDINGS)
  expect(transcripts.slice(RECORDINGS)).toEqual(transcripts.slice(0, EPISODES - RECORDINGS))

  const spoken = Array.from({ length: RECORDINGS }, (_, n) => n).filter(isSpoken).length
  const seconds = (RECORDINGS - spoken) * TEXT_SECONDS + spoken * SOUND_SECONDS
  const [after] = await query<{ seconds: number; charges: number }>(paid)
  expect(after).toEqual({
    seconds: (before?.seconds ?? 0) + seconds,
    charges: (before?.charges ?? 0) + RECORDINGS,
  })
  expect(await query('select used_seconds, reserved_seconds from usage_period')).toEqual([
    { used_seconds: after?.seconds, reserved_seconds: 0 },
  ])
  expect(
    await query(
      `select count(*)::int as jobs from job j join media m on m.id = j.media_id where m.url like '%batch.example%'`,
    ),
  ).toEqual([{ jobs: spoken }])
})
