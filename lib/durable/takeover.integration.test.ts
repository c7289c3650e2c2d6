import type { Inngest } from 'inngest'
import { afterEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { type Gate, gate } from './testing/gate'
import { ended, runRows } from './testing/run-rows'
import { type App, startApp } from './testing/start-app'
import { until } from './testing/until'

await useDatabase()

const apps: App[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ executor }) => executor.stop()))
})

/** An app whose one function stops at a gate in its first step; `done` says who did what. */
async function start(name: string, id: string, done: string[], stop?: Gate): Promise<App> {
  const define = (client: Inngest) => [
    client.createFunction({ id, retries: 3, triggers: { event: `test/${id}` } }, async ({ step }) => {
      await step.run('before', () => done.push(`${name} before`))
      const who = await step.run('long', async () => {
        await stop?.wait()
        done.push(`${name} long`)
        return name
      })
      await step.run('after', () => done.push(`${name} after`))
      return who
    }),
  ]
  const app = await startApp(pool(), define)
  apps.push(app)
  return app
}

test('the next process takes over the work of one that died, and late writes of the dead one are refused', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'dies', done, stop)
  await a.client.send({ name: 'test/dies', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  await a.executor.stop(0)

  await start('b', 'dies', done)
  await until('b has ended the run', () => ended('dies'))
  stop.open()
  await until('a has done its step', () => done.includes('a long'))
  await until('a has nothing under way', () => a.executor.stats().running === 0)

  expect(done).toEqual(['a before', 'b long', 'b after', 'a long'])
  expect(await runRows('dies')).toMatchObject([{ status: 'completed', output: 'b' }])
  const { rows } = await pool().query<{ result: unknown }>(
    `select s.result from durable_step s join durable_run r on r.id = s.run_id where r.function_id = 'app-dies' order by sequence`,
  )
  expect(rows.map(({ result }) => result)).toEqual([{ data: 1 }, { data: 'b' }, { data: 3 }])
})

test('an execution that has lost its lease is stopped at its next step', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'lapses', done, stop)
  await a.client.send({ name: 'test/lapses', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)

  const b = await start('b', 'lapses', done)
  await pool().query(`update durable_item set lease_until = now() - interval '1 second', lease_owner = 0`)
  // Whichever claims it: b, or a anew, which waits at its gate again.
  b.executor.kick()
  await until('it has been taken over', () => done.includes('b long') || stop.waiting() === 2)
  stop.open()
  await until('the run has ended', () => ended('lapses'))
  await until('nothing is under way', () => a.executor.stats().running + b.executor.stats().running === 0)
  expect(done.filter((entry) => entry.endsWith('after'))).toHaveLength(1)
  expect(done.filter((entry) => entry.endsWith('long'))).toHaveLength(2)
  expect(await runRows('lapses')).toMatchObject([{ status: 'completed' }])
})

test('a restarted executor goes on at once with what it was doing, and not after its lease', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'restarts', done, stop)
  await a.client.send({ name: 'test/restarts', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  await a.executor.stop(0)
  await start('b', 'restarts', done)
  // The lease would have lasted for 30 seconds.
  await until('b has ended the run', () => ended('restarts'), 15_000)
  expect(done).toEqual(['a before', 'b long', 'b after'])
  stop.open()
})

test('stopping waits for what is under way', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'stops', done, stop)
  await a.client.send({ name: 'test/stops', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  const stopped = a.executor.stop()
  stop.open()
  await stopped
  expect(await runRows('stops')).toMatchObject([{ status: 'completed', output: 'a' }])
})
