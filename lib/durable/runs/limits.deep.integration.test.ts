import { type Inngest, RetryAfterError } from 'inngest'
import { afterEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { SERVER_BACKOFF_MS } from '../functions/backoff'
import { ended, runRows } from '../testing/run-rows'
import { type App, startApp } from '../testing/start-app'
import { until } from '../testing/until'

await useDatabase()

const apps: App[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map(({ executor }) => executor.stop()))
})

async function start(define: Parameters<typeof startApp>[1], backoffMs?: readonly number[]): Promise<App> {
  const app = await startApp(pool(), define, backoffMs ? { backoffMs } : {})
  apps.push(app)
  return app
}

const MAX_OUTPUT = 4 * 1024 * 1024

test('an output of just 4 MB is allowed', async () => {
  const { client } = await start((app) => [
    app.createFunction({ id: 'brim', retries: 0, triggers: { event: 'test/brim' } }, async ({ step }) =>
      // With its quotes it has 4 MB.
      step.run('output', () => 'x'.repeat(MAX_OUTPUT - 2)).then((output: string) => output.length),
    ),
    app.createFunction({ id: 'over', retries: 0, triggers: { event: 'test/brim' } }, async ({ step }) =>
      step.run('output', () => 'x'.repeat(MAX_OUTPUT - 1)).then((output: string) => output.length),
    ),
  ])
  await client.send({ name: 'test/brim', data: {} })
  for (const id of ['brim', 'over']) await until(`${id} has ended`, () => ended(id))
  expect(await runRows('brim')).toMatchObject([{ status: 'completed', output: MAX_OUTPUT - 2 }])
  expect(await runRows('over')).toMatchObject([{ status: 'failed', output: { name: 'OutputTooLargeError' } }])
})

test('a step can’t send an event of more than 512 KB', async () => {
  const { client } = await start((app) => [
    app.createFunction({ id: 'sends', retries: 0, triggers: { event: 'test/sends' } }, async ({ step }) => {
      await step.sendEvent('fits', { name: 'test/sent', data: { x: 'x'.repeat(500_000) } })
      await step.sendEvent('does not', { name: 'test/sent', data: { x: 'x'.repeat(600_000) } })
    }),
  ])
  await client.send({ name: 'test/sends', data: {} })
  await until('it has ended', () => ended('sends'))
  const message = expect.stringContaining('at most 512 KB are allowed')
  expect(await runRows('sends')).toMatchObject([{ status: 'failed', output: { message } }])
  expect((await pool().query(`select 1 from event where name = 'test/sent'`)).rowCount).toBe(1)
})

/** In how many seconds a function's next call is due, once its attempts are so many; to the second. */
async function nextCall(functionId: string, attempt: number): Promise<number> {
  const read = async () => {
    const { rows } = await pool().query<{ seconds: number }>(
      `select round(extract(epoch from i.due_at - now()))::int as seconds
       from durable_item i join durable_run r on r.id = i.run_id
       where r.function_id = $1 and i.attempt = $2 and i.due_at > now()`,
      [`app-${functionId}`, attempt],
    )
    return rows[0]?.seconds
  }
  await until(`attempt ${attempt} waits`, async () => (await read()) !== undefined)
  return (await read()) ?? 0
}

async function hurry({ executor }: App): Promise<void> {
  await pool().query('update durable_item set due_at = now()')
  executor.kick()
}

const define = (client: Inngest) => [
  client.createFunction({ id: 'failing', retries: 3, triggers: { event: 'test/failing' } }, ({ step }) =>
    step.run('bad', () => {
      throw new Error('bad')
    }),
  ),
  client.createFunction({ id: 'outside', retries: 3, triggers: { event: 'test/failing' } }, async () => {
    throw new Error('bad')
  }),
  client.createFunction({ id: 'told', retries: 3, triggers: { event: 'test/failing' } }, ({ step }) =>
    step.run('bad', () => {
      throw new RetryAfterError('later', '2h')
    }),
  ),
]

test('attempts follow one another as on Inngest’s servers, or when the function says', async () => {
  const app = await start(define, SERVER_BACKOFF_MS)
  await app.client.send({ name: 'test/failing', data: {} })
  const about = (seconds: number) => expect.toSatisfy((got: number) => got > seconds - 10 && got <= seconds)
  for (const [index, seconds] of [15, 30, 60].entries()) {
    expect(await nextCall('failing', index + 1)).toEqual(about(seconds))
    expect(await nextCall('outside', index + 1)).toEqual(about(seconds))
    expect(await nextCall('told', index + 1)).toEqual(about(7200))
    await hurry(app)
  }
  for (const id of ['failing', 'outside', 'told']) await until(`${id} has failed`, () => ended(id))
  expect(await runRows('failing')).toMatchObject([{ status: 'failed', output: { message: 'bad' } }])
})
