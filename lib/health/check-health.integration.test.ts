import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '@/lib/api/app'
import { closeDb, pool } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { endTrouble, reportTrouble } from '@/lib/durable/sdk/server-troubles'
import { useDatabase } from '@/test/database'

const { databaseUrl } = await useDatabase()
/** A process runs the durable functions, as each does in a minute after its start. */
beforeEach(async () => {
  await pool().query(
    'insert into durable_executor (epoch, seen_at) values (1, now()) on conflict (id) do update set seen_at = now()',
  )
})

const ask = () => api().request('http://localhost:3000/health')

test('a service is ready while its database answers, not while it does not, and again when it does', async () => {
  const well = await ask()
  expect([well.status, await well.json()]).toMatchObject([
    200,
    { status: 'ok', database: expect.stringContaining('PostgreSQL') },
  ])

  await closeDb()
  // Nothing listens there.
  setEnv({ DATABASE_URL: 'postgres://verbatim:password-of-it@127.0.0.1:9/verbatim' })
  const ill = await ask()
  const text = await ill.text()
  expect(ill.status).toBe(503)
  expect(ill.headers.get('cache-control')).toBe('no-store')
  expect(JSON.parse(text)).toMatchObject({ status: 'unavailable', database: 'unreachable', jobs: 'unreachable' })
  expect(text).not.toMatch(/password-of-it|127\.0\.0\.1/)

  await closeDb()
  setEnv({ DATABASE_URL: databaseUrl })
  expect((await ask()).status).toBe(200)
})

test('a service that does not get on with its Inngest server says so, and is not taken out for it', async () => {
  expect(await (await ask()).json()).not.toHaveProperty('inngest')
  const keys = { INNGEST_EVENT_KEY: 'event-key', INNGEST_SIGNING_KEY: 'signkey-prod-ab12' }
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value)
  expect(await (await ask()).json()).toMatchObject({ status: 'ok', inngest: 'ok (cloud)' })
  reportTrouble('registration', 'The Inngest server refuses INNGEST_SIGNING_KEY.')
  const ill = await ask()
  expect([ill.status, await ill.json()]).toMatchObject([
    200,
    { status: 'degraded', inngest: 'The Inngest server refuses INNGEST_SIGNING_KEY.' },
  ])
  endTrouble('registration', 'It takes it again.')
  expect(await (await ask()).json()).toMatchObject({ status: 'ok' })
  vi.unstubAllEnvs()
})

test('a service of whose queue nothing is done is degraded, and not taken out for it', async () => {
  await pool().query(
    `update durable_executor set waiting = 3, waiting_since = now() - interval '95 s', done_at = now() - interval '80 s'`,
  )
  const late = await ask()
  expect([late.status, await late.json()]).toMatchObject([
    200,
    { status: 'degraded', queue: expect.stringMatching(/^late: 3 wait, the oldest for 9[567] s/) },
  ])
  const ready = await api().request('http://localhost:3000/ready')
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  await pool().query('update durable_executor set done_at = now()')
  expect(await (await ask()).json()).toMatchObject({ status: 'ok', queue: 'ok (0 running, 3 waiting)' })
})
