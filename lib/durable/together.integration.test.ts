import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Inngest } from 'inngest'
import { afterEach, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import { useDatabase } from '@/test/database'
import { ended, runRows } from './testing/run-rows'
import { type App, startApp } from './testing/start-app'
import { until } from './testing/until'

await useDatabase()

const apps: App[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ executor }) => executor.stop()))
})

async function startTwo(define: (client: Inngest) => ReturnType<Inngest['createFunction']>[]): Promise<[App, App]> {
  const first = await startApp(pool(), define)
  const second = await startApp(pool(), define)
  apps.push(first, second)
  return [first, second]
}

test('two executors do each step of fifty runs once', { tags: 'deep' }, async () => {
  const done = new Map<string, number>()
  const note = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)
  const [first, second] = await startTwo((client) => [
    client.createFunction({ id: 'fifty', retries: 0, triggers: { event: 'test/fifty' } }, async ({ event, step }) => {
      const n = String(event.data.n)
      await step.run('one', () => note(`${n} one`))
      await Promise.all([step.run('two', () => note(`${n} two`)), step.run('three', () => note(`${n} three`))])
      await step.run('four', () => note(`${n} four`))
    }),
  ])
  await first.client.send(Array.from({ length: 50 }, (_, n) => ({ name: 'test/fifty', data: { n } })))
  await until('all have ended', () => ended('fifty', 50))
  expect((await runRows('fifty')).every(({ status }) => status === 'completed')).toBe(true)
  expect(done.size).toBe(200)
  expect([...done.values()].every((count) => count === 1)).toBe(true)
  const epochs = [first, second].map(({ executor }) => executor.stats().epoch)
  expect(epochs.filter((epoch) => epoch !== null)).toHaveLength(1)
})

test('a concurrency limit is exact', { tags: 'deep' }, async () => {
  const now = new Map<string, number>()
  const most = new Map<string, number>()
  const [{ client }] = await startTwo((app) => [
    app.createFunction(
      {
        id: 'limited',
        retries: 0,
        concurrency: [{ limit: 2, key: 'event.data.user' }, { limit: 3 }],
        triggers: { event: 'test/limited' },
      },
      async ({ event, step }) => {
        const user = String(event.data.user)
        await step.run('work', async () => {
          for (const key of [user, 'all']) {
            now.set(key, (now.get(key) ?? 0) + 1)
            most.set(key, Math.max(most.get(key) ?? 0, now.get(key) ?? 0))
          }
          await until('three are at it together', async () => most.get('all') === 3)
          for (const key of [user, 'all']) now.set(key, (now.get(key) ?? 0) - 1)
        })
      },
    ),
  ])
  const users = ['u1', 'u2']
  await client.send(
    users.flatMap((user) => Array.from({ length: 12 }, () => ({ name: 'test/limited', data: { user } }))),
  )
  await until('all have ended', () => ended('limited', 24))
  expect(most.get('all')).toBe(3)
  expect(Math.max(...users.map((user) => most.get(user) ?? 0))).toBe(2)
})

test('an event starts a function when its transaction commits, and not when it is rolled back', async () => {
  await startTwo((client) => [
    client.createFunction({ id: 'atomic', triggers: { event: 'test/atomic' } }, async ({ event }) => event.data),
  ])
  const rolledBack = db().$transaction(async (tx) => {
    await emit(tx, { name: 'test/atomic' }, { data: { kept: false } })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await db().$transaction((tx) => emit(tx, { name: 'test/atomic' }, { data: { kept: true } }))
  await until('the function has run', () => ended('atomic'))
  expect(await runRows('atomic')).toMatchObject([{ output: { kept: true } }])
})

test('the same event id twice is one event', async () => {
  const [{ client, executor }] = await startTwo((app) => [
    app.createFunction({ id: 'once', triggers: { event: 'test/once' } }, async () => null),
  ])
  const id = randomUUID()
  await client.send({ id, name: 'test/once', data: {} })
  await until('the function has run', () => ended('once'))
  await Promise.all([
    client.send({ id, name: 'test/once', data: {} }),
    db().$transaction((tx) => emit(tx, { name: 'test/once' }, { id, data: {} })),
  ])
  await client.send({ name: 'test/once', data: {} })
  await until('another event has been processed', () => ended('once', 2))
  executor.kick()
  await turn()
  expect(await runRows('once')).toHaveLength(2)
})
