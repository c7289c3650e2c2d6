import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { db, pool } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { closeNotifications } from '@/lib/platform/notifications'
import { useDatabase } from '@/test/database'
import { type EventServer, startEventServer } from '../testing/event-server'
import { until } from '../testing/until'
import { type Relay, type RelayOptions, startRelay } from './start-relay'

const { databaseUrl } = await useDatabase()
const relays: Relay[] = []
let server: EventServer

beforeEach(async () => {
  await pool().query('delete from event')
  server = await startEventServer()
})
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop(0)))
  await server.down()
})
afterAll(closeNotifications)

async function start(options: Partial<RelayOptions> = {}): Promise<Relay> {
  const to = { baseUrl: server.url, eventKey: server.key }
  const relay = await startRelay({ pool: pool(), server: to, backoffMs: [10], pollMs: 50, ...options })
  relays.push(relay)
  return relay
}

const happen = (data: Record<string, unknown> = {}) =>
  db().$transaction((tx) => emit(tx, { name: 'test/happened', data }))

async function waiting(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>('select id from event where processed_at is null order by id')
  return rows.map(({ id }) => id)
}

const nothingWaits = () => until('all is sent', async () => (await waiting()).length === 0)

test('an event is sent when its transaction commits, with its id, and none that was rolled back', async () => {
  await start()
  const undone = db().$transaction(async (tx) => {
    await emit(tx, { id: 'undone', name: 'test/happened', data: {} })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  const id = await happen({ n: 1 })
  await nothingWaits()
  expect([...server.taken]).toEqual([[id, { name: 'test/happened', data: { n: 1 }, times: 1 }]])
})

test('events that came while no process ran are sent at the start, in requests of bounded size', async () => {
  const large = 'x'.repeat(200_000)
  for (let n = 0; n < 7; n += 1) await happen({ n, large })
  await start()
  await nothingWaits()
  expect(server.taken.size).toBe(7)
  expect(server.requests()).toBe(4)
})

test('while the server is down events wait, and are sent when it is back', async () => {
  await server.down()
  const relay = await start()
  const ids = [await happen(), await happen()]
  await until('it has failed for a while', () => relay.stats().failures > 3)
  expect(await waiting()).toEqual(ids.toSorted())
  await server.up()
  await nothingWaits()
  expect(relay.stats()).toEqual({ sent: 2, failures: 0 })
  expect([...server.taken.values()].map(({ times }) => times)).toEqual([1, 1])
})

test('only the server’s own confirmation of every event counts', async () => {
  server.play(
    () => ({ status: 503, body: { error: 'busy', status: 503 } }),
    () => ({ status: 429, body: '', headers: { 'retry-after': '0' } }),
    () => ({ status: 200, body: '<html>Log in to the hotel’s network</html>' }),
    () => ({ status: 200, body: { ids: [], status: 200 } }),
    () => ({ status: 200, body: { ids: ['x'], status: 500, error: 'not stored' } }),
    () => ({ status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }),
    () => ({ status: 401, body: { error: 'Event key not found', status: 401 } }),
  )
  await start()
  const id = await happen()
  await nothingWaits()
  expect(server.requests()).toBe(8)
  expect(server.taken.get(id)?.times).toBe(1)
})

test('an event that the server refuses stays, and holds no other up', async () => {
  const body = JSON.stringify({ id: 'large', name: 'test/large', data: { x: 'x'.repeat(600_000) }, ts: Date.now() })
  const before = await happen()
  await pool().query(`insert into event (id, name, body) values ('large', 'test/large', $1)`, [body])
  await pool().query(`insert into event (id, name, body) values ('odd', 'test/odd', '{"ts": "now"}')`)
  const beside = await happen()
  await start()
  await until(
    'those that are in order are sent',
    async () => server.taken.has(beside) && (await waiting()).length === 2,
  )
  expect(await waiting()).toEqual(['large', 'odd'])
  // The first alone, the large one alone, the last two together and then one by one.
  expect(server.requests()).toBe(5)
  const after = await happen()
  await until('the next is sent', async () => server.taken.has(after) && (await waiting()).length === 2)
  // Those that were refused are not tried again with every look.
  expect(server.requests()).toBe(6)
  expect([...server.taken.keys()]).toEqual([before, beside, after])
})

test('a server that takes events but does not answer gets them again under the same ids', async () => {
  server.play(
    () => 'silence',
    () => 'silence',
  )
  await start({ timeoutMs: 50 })
  const id = await happen()
  await nothingWaits()
  expect([...server.taken]).toEqual([[id, expect.objectContaining({ times: 3 })]])
})

test('an event whose confirmation could not be kept is sent again under its id', async () => {
  const observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
  server.play(async () => {
    await observer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return null
  })
  await start()
  const id = await happen()
  await until('it is marked', async () => {
    const { rows } = await observer.query('select 1 from event where processed_at is null')
    return rows.length === 0
  })
  await observer.end()
  expect([...server.taken]).toEqual([[id, expect.objectContaining({ times: 2 })]])
})

test('two relays send each of three hundred events once', async () => {
  await start()
  await start()
  await Promise.all(Array.from({ length: 300 }, (_, n) => happen({ n })))
  await nothingWaits()
  expect(server.taken.size).toBe(300)
  expect([...server.taken.values()].every(({ times }) => times === 1)).toBe(true)
})

test('stopping in the midst of a request leaves the event to the next process', async () => {
  server.play(() => 'silence')
  const relay = await start()
  const id = await happen()
  await until('the server has it', () => server.taken.has(id))
  await relay.stop(0)
  expect(await waiting()).toEqual([id])
  await start()
  await nothingWaits()
  expect(server.taken.get(id)?.times).toBe(2)
})

test('what the embedded executor told itself is not sent', async () => {
  await pool().query(`insert into event (id, name, body) values ('own', 'inngest/function.failed', '{}')`)
  await start()
  const id = await happen()
  await until('the other is sent', () => server.taken.has(id))
  expect([...server.taken.keys()]).toEqual([id])
})
