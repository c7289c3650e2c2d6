import { expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { closeDb } from '@/lib/platform/db'
import { setEnv } from '@/lib/platform/env'
import { useDatabase } from '@/test/database'

const { databaseUrl } = await useDatabase()
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
