import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BEHAVIOUR_FILE, readBehaviour, withoutTimes } from '@/lib/durable/testing/server-behaviour'
import { startPostgres } from '@/server/postgres/start-postgres'
import { freePort } from '../process/free-port'
import { imageOf } from './composed'
import { type Keys, makeInngest, makeRedis } from './inngest-server'
import { observeBehaviour } from './observe-behaviour'

const keys: Keys = { eventKey: '0123456789abcdef', signingKey: '5f0c7a6e2b8d4913a7c1e95d3f60b824'.repeat(2) }
let baseUrl = ''
let stop = async () => {}

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-behaviour-'))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'database'), durable: false })
  const redis = await makeRedis(path.join(folder, 'redis'))
  await redis.start()
  const stores = { postgresUrl: `${postgres.url}?sslmode=disable`, redisUrl: redis.url }
  const inngest = await makeInngest(path.join(folder, 'inngest'), await freePort(), keys, stores)
  await inngest.start()
  baseUrl = inngest.url
  stop = async () => {
    await inngest.kill()
    await redis.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => stop())

test('the server goes about failing calls, early events and wrong keys as was recorded', async () => {
  const seen = await observeBehaviour(baseUrl, keys)
  if (process.env.INNGEST_RECORD) {
    const version = imageOf('inngest').split(':')[1] ?? ''
    const date = new Date().toISOString().slice(0, 10)
    await writeFile(BEHAVIOUR_FILE, `${JSON.stringify({ version, date, ...seen }, null, 2)}\n`)
  }
  const { version: _, date: __, ...recorded } = await readBehaviour()
  expect(withoutTimes(seen)).toEqual(withoutTimes(recorded))
})
