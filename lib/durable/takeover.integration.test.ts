import type { Inngest } from 'inngest'
import { afterEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { dropHolder, ended, runRows } from './testing/run-rows'
import { type App, startApp } from './testing/start-app'
import { type Gate, gate, until } from './testing/until'

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

test('the next process continues the work of one that ended, and late writes of the ended one are refused', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'dies', done, stop)
  await a.client.send({ name: 'test/dies', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  const b = await start('b', 'dies', done)
  expect(b.executor.stats().epoch).toBeNull()
  const epoch = a.executor.stats().epoch ?? 0
  await a.executor.stop(0)

  await until('b has ended the run', () => ended('dies'))
  expect(b.executor.stats().epoch).toBe(epoch + 1)
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

test('a holder whose connection the server ends stops its work and waits again', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'loses', done, stop)
  await a.client.send({ name: 'test/loses', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  const b = await start('b', 'loses', done)
  await dropHolder()
  await until('b has ended the run', () => ended('loses'))
  expect([a.executor.stats().epoch, b.executor.stats().epoch]).toEqual([null, expect.any(Number)])
  stop.open()
  await until('a has done its step', () => done.includes('a long'))
  expect(done).toEqual(['a before', 'b long', 'b after', 'a long'])

  await b.executor.stop()
  await until('a runs the functions again', () => a.executor.stats().epoch !== null)
  await a.client.send({ name: 'test/loses', data: {} })
  await until('a has ended a run', () => ended('loses', 2))
  expect(await runRows('loses')).toMatchObject([{ output: 'b' }, { output: 'a' }])
})

test('a holder whose epoch another process has ended learns it from its next commit', async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'refused', done, stop)
  await a.client.send({ name: 'test/refused', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  const epoch = a.executor.stats().epoch ?? 0
  await pool().query('update durable_executor set epoch = epoch + 1')
  stop.open()
  await until('a runs the functions anew', () => a.executor.stats().epoch === epoch + 2)
  await until('the run has ended', () => ended('refused'))
  expect(done).toEqual(['a before', 'a long', 'a long', 'a after'])
})

test('a process that loses the lock while it stops does not take it again', { tags: 'deep' }, async () => {
  const done: string[] = []
  const stop = gate()
  const a = await start('a', 'leaves', done, stop)
  await a.client.send({ name: 'test/leaves', data: {} })
  await until('a is in the step', () => stop.waiting() === 1)
  const b = await start('b', 'leaves', done)
  const stopped = a.executor.stop()
  await dropHolder()
  // Meanwhile a would have connected again.
  for (let count = 1; count <= 20; count++) {
    await until('b has ended a run', () => ended('leaves', count))
    await b.client.send({ name: 'test/leaves', data: {} })
  }
  const { epoch } = b.executor.stats()
  await b.executor.stop()
  const c = await start('c', 'leaves', done)
  await until('c runs the functions', () => c.executor.stats().epoch !== null)
  stop.open()
  await stopped
  expect([a.executor.stats().epoch, c.executor.stats().epoch]).toEqual([null, (epoch ?? 0) + 1])
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
