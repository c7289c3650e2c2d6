import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeDb, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { askAndStall, openSocket, trickle } from '../overload/raw-client'
import { watchJob } from '../overload/watch-jobs'
import { preparePollers } from '../prepare-pollers'
import { storeTestTranscript } from '../store-transcript'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

const PLACES = 4
const WATCHERS = 500
const POOL = 10

const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-overload-'))
const settings = {
  REQUESTS_AT_ONCE: String(PLACES),
  DATABASE_POOL: String(POOL),
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
}
const service = await startProcess(dataDir, settings)
setEnv({ BASE_URL: service.baseUrl, DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir })
const [user] = await preparePollers(1)
if (!user) throw new Error('there is no user')
const headers = { authorization: `Bearer ${user.apiKey}` }
afterAll(async () => {
  await closeDb()
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (target: string) => fetch(service.baseUrl + target, { headers })

test('beyond its capacity it sends callers away with a time to come back, stays well, and recovers', async () => {
  // Calls that wait for another session's lock take all slots while it is held.
  const locker = await pool().connect()
  await locker.query('begin; lock table webhook_endpoint in access exclusive mode')
  const slow: Promise<Response>[] = []
  try {
    // One more at a time: a call that is about to end may hold a slot still.
    const fill = async () => {
      slow.push(get('/v1/me/webhooks'))
      return (await get('/v1/me/api-key')).status
    }
    await expect.poll(fill).toBe(503)
    const refused = await get('/v1/me/api-key')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable', retryable: true })
    const flood = await Promise.all(Array.from({ length: 300 }, () => get('/v1/me/api-key')))
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([503]))
    const health = await get('/health')
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }])
  } finally {
    await locker.query('rollback')
    locker.release()
  }
  const statuses = (await Promise.all(slow)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(PLACES)
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
  await expect.poll(async () => (await get('/v1/me/api-key')).status).toBe(200)
})

test('slow request bodies take no slot and are aborted', async () => {
  const [{ answer } = { answer: undefined }] = await Promise.all(
    Array.from({ length: 2 * PLACES }, () => trickle(service.baseUrl, '/v1/transcript', headers)),
  )
  expect((await get('/v1/me/api-key')).status).toBe(200)
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /)
  expect((await get('/v1/me/api-key')).status).toBe(200)
})

test('slow readers of a long transcript do not block other requests', async () => {
  const line = 'and so it came about that nobody was at home then '.repeat(40)
  const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${line}`)
  const { libraryItemId } = await storeTestTranscript(user.userId, {
    videoId: 'slowreaders',
    lines,
    totalMs: 36_000_000,
  })
  const readers = []
  // The most large answers for one user, and the number of slots.
  for (let n = 0; n < PLACES; n++) {
    const reader = await askAndStall(service.baseUrl, `/v1/me/transcriptions/${libraryItemId}`, headers)
    expect(reader.status).toBe(200)
    readers.push(reader)
  }
  expect((await get('/v1/me/api-key')).status).toBe(200)
  for (const { socket } of readers) socket.destroy()
})

test('hundreds who watch a job share one connection to the database, and all hear of its end', async () => {
  const silent = await Promise.all(Array.from({ length: 100 }, () => openSocket(service.baseUrl)))
  const watchers = watchJob(service.baseUrl, user.jobId, headers, WATCHERS)
  await watchers.begun
  const { rows } = await pool().query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  // Its pool, and one each to listen for events, for progress, and to hold locks.
  expect(rows[0]?.others).toBeLessThanOrEqual(POOL + 3)
  expect((await get(`/v1/jobs/${user.jobId}`)).status).toBe(200)
  await fetch(`${service.baseUrl}/v1/jobs/${user.jobId}`, { method: 'DELETE', headers })
  const last = await watchers.ended
  expect(last.filter((event) => event.includes('"status":"error"')).length).toBe(WATCHERS)
  for (const socket of silent) socket.destroy()
})
