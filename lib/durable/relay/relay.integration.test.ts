import { Inngest } from 'inngest'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import { closeNotifications } from '@/lib/core/db/notifications'
import { useDatabase } from '@/test/database'
import type { Handler } from '../context'
import { runner } from '../runner'
import { currentTroubles } from '../sdk/server-troubles'
import { type EventServer, startEventServer } from '../testing/event-server'
import { until } from '../testing/until'
import { registerFunctions } from './register-functions'
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

/** The endpoint of an app with one function, whose settings name the server and these keys. */
function endpointOf(signingKey: string): Handler {
  const settings = { INNGEST_BASE_URL: server.url, INNGEST_EVENT_KEY: server.key, INNGEST_DEV: '0' }
  const by = runner({ ...settings, INNGEST_SIGNING_KEY: signingKey })
  const client = new Inngest({ id: 'app', ...by.clientOptions(pool) })
  const fn = client.createFunction({ id: 'fn', triggers: { event: 'test/happened' } }, async () => 'done')
  return by.endpoint({ client, functions: [fn] })
}

async function start(options: Partial<RelayOptions> = {}): Promise<Relay> {
  const endpoint = endpointOf(server.signingKey)
  const to = { baseUrl: server.url, eventKey: server.key }
  const register = () => registerFunctions(endpoint)
  const relay = await startRelay({ pool: pool(), server: to, register, backoffMs: [10], pollMs: 50, ...options })
  relays.push(relay)
  return relay
}

const happen = (data: Record<string, unknown> = {}) =>
  db().$transaction((tx) => emit(tx, { name: 'test/happened' }, { data }))

async function waiting(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>('select id from event where processed_at is null order by id')
  return rows.map(({ id }) => id)
}

const nothingWaits = () => until('all is sent', async () => (await waiting()).length === 0)

test('an event is sent when its transaction commits, with its id, and none that was rolled back', async () => {
  await start()
  const undone = db().$transaction(async (tx) => {
    await emit(tx, { name: 'test/happened' }, { id: 'undone', data: {} })
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
  await expect.poll(() => relay.stats()).toEqual({ sent: 2, failures: 0 })
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

test('nothing is sent before the server knows the functions, with any answer meanwhile', async () => {
  server.playRegistrations(
    () => ({ status: 500, body: { error: 'starting', status: 500 } }),
    () => ({ status: 502, body: '<html>Bad gateway</html>' }),
    () => ({ status: 200, body: { error: 'no', status: 400 } }),
    () => ({ status: 503, body: { error: 'no server behind this proxy' } }),
  )
  const id = await happen()
  await start()
  await nothingWaits()
  expect(server.lost).toEqual([])
  expect([server.registrations(), [...server.taken.keys()]]).toEqual([1, [id]])
  expect(currentTroubles()).toEqual([])
})

test('the relay registers the functions again with a returning server before it sends an event', async () => {
  const relay = await start()
  await happen()
  await nothingWaits()
  await server.down()
  const id = await happen()
  await until('the relay has noticed', () => relay.stats().failures > 0 && currentTroubles().length > 0)
  expect(currentTroubles()).toEqual([expect.stringContaining('INNGEST_BASE_URL')])
  server.clear()
  await server.up()
  await until('it is sent', () => server.taken.has(id))
  expect(server.lost).toEqual([])
  expect(server.registrations()).toBe(2)
  await until('nothing is wrong any more', () => currentTroubles().length === 0)
})

test('the relay registers the functions repeatedly, so that a server that forgot them gets them again', async () => {
  await start({ registerAgainMs: 20, pollMs: 10 })
  await until('they are registered', () => server.registrations() > 0)
  server.clear()
  const before = server.registrations()
  await until('they are registered again', () => server.registrations() > before)
  const id = await happen()
  await nothingWaits()
  expect(server.taken.has(id)).toBe(true)
})

test('a registration that is never answered is given up and tried again', async () => {
  server.playRegistrations(() => 'silence')
  await start({ timeoutMs: 50 })
  const id = await happen()
  await nothingWaits()
  expect([server.lost, [...server.taken.keys()]]).toEqual([[], [id]])
})

test('the relay reports a signing key that the server refuses, and keeps the events until it is right', async () => {
  let endpoint = endpointOf(`signkey-prod-${'cd34'.repeat(16)}`)
  const relay = await start({ register: () => registerFunctions(endpoint) })
  const id = await happen()
  await until('it was refused', () => relay.stats().failures > 1)
  expect(currentTroubles()).toEqual([expect.stringContaining('refuses INNGEST_SIGNING_KEY')])
  expect(currentTroubles().join()).not.toContain('cd34')
  expect([server.requests(), await waiting()]).toEqual([0, [id]])
  endpoint = endpointOf(server.signingKey)
  await nothingWaits()
  expect(currentTroubles()).toEqual([])
})

test('the relay reports an event key that the server refuses, without showing the key', async () => {
  const to = { baseUrl: server.url, eventKey: 'another-key' }
  const wrong = await start({ server: to })
  const id = await happen()
  await until('it was refused', () => wrong.stats().failures > 1)
  expect(currentTroubles()).toEqual([expect.stringContaining('refuses INNGEST_EVENT_KEY')])
  expect(currentTroubles().join()).not.toContain('another-key')
  await wrong.stop(0)
  await start()
  await nothingWaits()
  expect(server.taken.has(id)).toBe(true)
  expect(currentTroubles()).toEqual([])
})

test('two relays send each of three hundred events once', { tags: 'deep' }, async () => {
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

test('internal events of the embedded executor are not relayed', async () => {
  await pool().query(`insert into event (id, name, body) values ('own', 'inngest/function.failed', '{}')`)
  await start()
  const id = await happen()
  await until('the other is sent', () => server.taken.has(id))
  expect([...server.taken.keys()]).toEqual([id])
})
