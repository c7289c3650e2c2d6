import { NonRetriableError } from 'inngest'
import { afterEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { ended, runRows } from './testing/run-rows'
import { type App, startApp } from './testing/start-app'
import { gate, until } from './testing/until'

await useDatabase()

const apps: App[] = []
const start = async (...args: Parameters<typeof startApp> extends [unknown, ...infer Rest] ? Rest : never) => {
  const app = await startApp(pool(), ...args)
  apps.push(app)
  return app
}
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ executor }) => executor.stop()))
})

const soon = () => new Date(Date.now() + 30)

test('an event cancels a run in the middle of a step, and its next step never begins', async () => {
  const done: string[] = []
  const stop = gate()
  const { client, executor } = await start((app) => [
    app.createFunction(
      {
        id: 'cancelled',
        triggers: { event: 'test/begin' },
        cancelOn: [{ event: 'test/cancel', if: 'async.data.id == event.data.id' }],
      },
      async ({ step }) => {
        await step.run('first', async () => {
          await stop.wait()
          done.push('first')
        })
        await step.run('second', () => done.push('second'))
      },
    ),
    app.createFunction(
      { id: 'told', triggers: { event: 'inngest/function.cancelled' } },
      async ({ event }) => event.data,
    ),
  ])
  await client.send({ name: 'test/begin', data: { id: 1 } })
  await until('it is in its step', () => stop.waiting() === 1)
  await client.send([
    { name: 'test/cancel', data: { id: 2 } },
    { name: 'test/cancel', data: { id: 1 } },
  ])
  await until('it is cancelled', () => ended('cancelled'))
  stop.open()
  await until('nothing is under way', () => executor.stats().running === 0)
  await until('its end is told', () => ended('told'))
  expect(done).toEqual(['first'])
  expect(await runRows('cancelled')).toMatchObject([{ status: 'cancelled' }])
  expect(await runRows('told')).toMatchObject([{ output: { function_id: 'app-cancelled' } }])
  expect((await pool().query('select 1 from durable_item')).rowCount).toBe(0)
})

test('steps, sleeps and waits in parallel continue together, each once', async () => {
  const done: string[] = []
  const { client } = await start((app) => [
    app.createFunction({ id: 'parallel', retries: 1, triggers: { event: 'test/parallel' } }, async ({ step }) => {
      const results = await Promise.all([
        step.run('a', () => done.push('a')),
        step.sleepUntil('nap', soon()),
        step.waitForEvent('word', { event: 'test/word', timeout: '1m' }),
        step.run('b', () => done.push('b')),
      ])
      await step.run('c', () => done.push('c'))
      return results[2]?.data
    }),
  ])
  await client.send({ name: 'test/parallel', data: {} })
  await until('it waits', async () => (await pool().query('select 1 from durable_wait')).rowCount === 1)
  await client.send({ name: 'test/word', data: { said: 'go' } })
  await until('it has ended', () => ended('parallel'))
  expect(done.toSorted()).toEqual(['a', 'b', 'c'])
  expect(await runRows('parallel')).toMatchObject([{ status: 'completed', output: { said: 'go' } }])
})

test('a run continues after the first of a race, and ends when the others have ended', async () => {
  const done: string[] = []
  const { client } = await start((app) => [
    app.createFunction({ id: 'race', retries: 1, triggers: { event: 'test/race' } }, async ({ step, group }) => {
      const winner = await group.parallel(() =>
        Promise.race([
          step.waitForEvent('late', { event: 'test/late', timeout: '1h' }).then(() => 'wait'),
          step.run('quick', () => done.push('quick')).then(() => 'step'),
        ]),
      )
      await step.run('then', () => done.push('then'))
      return winner
    }),
  ])
  await client.send({ name: 'test/race', data: {} })
  await until('the winner has gone on', () => done.includes('then'))
  expect(await runRows('race')).toMatchObject([{ status: 'running' }])
  await client.send({ name: 'test/late', data: {} })
  await until('it has ended', () => ended('race'))
  expect(done).toEqual(['quick', 'then'])
  expect(await runRows('race')).toMatchObject([{ status: 'completed', output: 'step' }])
})

test('steps behind a race run once when its other branches end meanwhile', async () => {
  const done: string[] = []
  const [first, second] = [gate(), gate()]
  const { client, executor } = await start((app) => [
    app.createFunction({ id: 'behind', retries: 1, triggers: { event: 'test/race' } }, async ({ step, group }) => {
      await group.parallel(() =>
        Promise.race([
          step.waitForEvent('later', { event: 'test/later', timeout: '1h' }),
          step.waitForEvent('late', { event: 'test/late', timeout: '1h' }),
          step.run('quick', () => done.push('quick')),
        ]),
      )
      await step.run('then', () => first.wait().then(() => done.push('then')))
      await step.run('next', () => second.wait().then(() => done.push('next')))
    }),
  ])
  const lose = async (event: string) => {
    await client.send({ name: event, data: {} })
    const isOver = async () =>
      (await pool().query('select 1 from durable_wait where event_name = $1', [event])).rowCount === 0 &&
      (await pool().query("select 1 from durable_item where step_id = 'step'")).rowCount === 0
    await until('the run has been asked what comes next', isOver)
  }
  await client.send({ name: 'test/race', data: {} })
  await until('the first step runs', () => first.waiting() === 1)
  await lose('test/late')
  first.open()
  await until('the second step runs', () => second.waiting() === 1)
  await lose('test/later')
  second.open()
  await until('it has ended', () => ended('behind'))
  await until('nothing is under way', () => executor.stats().running === 0)
  expect(done).toEqual(['quick', 'then', 'next'])
})

test('an error of an invoked function is the invoking step’s error', async () => {
  const { client } = await start((app) => {
    const child = app.createFunction({ id: 'child', retries: 0, triggers: [] }, async () => {
      throw new NonRetriableError('no child')
    })
    const parent = app.createFunction({ id: 'parent', retries: 0, triggers: { event: 'test/parent' } }, ({ step }) =>
      step.invoke('call', { function: child, data: {} }).catch((error: Error) => `caught: ${error.message}`),
    )
    return [child, parent]
  })
  await client.send({ name: 'test/parent', data: {} })
  await until('it has ended', () => ended('parent'))
  expect(await runRows('parent')).toMatchObject([{ status: 'completed', output: 'caught: no child' }])
})

test('a step’s output that is too large is an error of the step, which the function meets', async () => {
  const { client } = await start((app) => [
    app.createFunction({ id: 'large', retries: 3, triggers: { event: 'test/large' } }, async ({ step }) => {
      await step.run('fine', () => 'x'.repeat(3_000_000))
      await step.run('large', () => 'x'.repeat(5_000_000))
      return 'went on'
    }),
    app.createFunction({ id: 'large-result', retries: 3, triggers: { event: 'test/large' } }, async () =>
      'x'.repeat(5_000_000),
    ),
  ])
  await client.send({ name: 'test/large', data: {} })
  await until('both have ended', async () => (await ended('large')) && (await ended('large-result')))
  const message = expect.stringContaining('has 4.8 MB; at most 4.0 MB are allowed')
  expect(await runRows('large')).toMatchObject([{ status: 'failed', output: { message } }])
  expect(await runRows('large-result')).toMatchObject([{ status: 'failed', output: { message } }])
})

test('more than a thousand steps fail the run', { tags: 'deep' }, async () => {
  const { client } = await start((app) => [
    app.createFunction({ id: 'many', retries: 0, triggers: { event: 'test/many' } }, async ({ step }) => {
      await Promise.all(Array.from({ length: 1001 }, (_, n) => step.sleep(`nap ${n}`, '1h')))
    }),
  ])
  await client.send({ name: 'test/many', data: {} })
  await until('it has ended', () => ended('many'))
  const message = expect.stringContaining('more than 1000 steps')
  expect(await runRows('many')).toMatchObject([{ status: 'failed', output: { message } }])
})
