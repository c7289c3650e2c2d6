import type { Inngest } from 'inngest'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { startApp } from './testing/start-app'
import { gate, until } from './testing/until'

const { databaseUrl } = await useDatabase()

/** A separate connection, which isn't cut. */
const observer = new pg.Client({ connectionString: databaseUrl })
beforeAll(() => observer.connect())
afterAll(() => observer.end())

/** Ends every other connection to the database. */
async function cutAll(): Promise<void> {
  await observer.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

async function completed(): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `select count(*)::int as count from durable_run where status = 'completed'`,
  )
  return rows[0]?.count ?? 0
}

test('dropped connections end nothing and lose nothing', async () => {
  const stop = gate()
  const done: string[] = []
  const define = (client: Inngest) => [
    client.createFunction({ id: 'cut', retries: 0, triggers: { event: 'test/cut' } }, async ({ event, step }) => {
      const n = String(event.data.n)
      await step.run('one', async () => {
        await stop.wait()
        done.push(`${n} one`)
      })
      await step.sleepUntil('nap', new Date(Date.now() + 20))
      await step.run('two', () => done.push(`${n} two`))
    }),
  ]
  const { client, executor } = await startApp(pool(), define)
  const send = (n: number) => client.send({ name: 'test/cut', data: { n } })
  await Promise.all([0, 1, 2, 3, 4].map(send))
  await until('all are in their step', () => stop.waiting() === 5)
  await cutAll()
  stop.open()
  await cutAll()
  const more = Promise.all([5, 6, 7, 8, 9].map(send))
  await cutAll()
  await more
  for (const count of [1, 3, 5]) {
    await until('some have ended', async () => (await completed()) >= count)
    await cutAll()
  }
  await until('all have ended', async () => (await completed()) === 10)
  expect(new Set(done).size).toBe(20)

  await cutAll()
  await send(10)
  await until('an event is heard of again', async () => (await completed()) === 11)
  await executor.stop()
})
