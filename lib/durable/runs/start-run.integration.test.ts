import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import type { DurableEvent } from '../functions/durable-function'
import { parseFunction } from '../functions/parse-function'
import { transaction } from '../tables/transaction'
import { idempotencyKey } from './ingest-event'
import { startRun } from './start-run'

await useDatabase()

const fn = parseFunction({
  id: 'app-keyed',
  triggers: [{ event: 'test/keyed' }],
  steps: { step: {} },
  idempotency: 'event.data.key',
})

const event = (id: string, key?: string): DurableEvent => ({
  id,
  name: 'test/keyed',
  data: key === undefined ? {} : { key },
  ts: 0,
})

const start = (one: DurableEvent) =>
  transaction(pool(), (tx) => startRun(tx, fn, one, { idempotencyKey: idempotencyKey(fn, one) }))

async function started(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>(`select event ->> 'id' as id from durable_run order by id`)
  return rows.map(({ id }) => id)
}

test('an idempotency key starts one run a day; an event without one, one each', async () => {
  await start(event('a', 'k'))
  await start(event('b', 'k'))
  await start(event('c', 'other'))
  expect(await started()).toEqual(['a', 'c'])
  await pool().query(`update durable_run set created_at = now() - interval '25 hours' where event ->> 'id' = 'a'`)
  await start(event('d', 'k'))
  await start(event('e', 'k'))
  expect(await started()).toEqual(['a', 'c', 'd'])
  await start(event('f'))
  await start(event('g'))
  await start(event('g'))
  expect(await started()).toEqual(['a', 'c', 'd', 'f', 'g'])
})

test('the priority of a run is computed from its event, between 600 seconds before and after', async () => {
  const hurried = parseFunction({
    id: 'app-hurried',
    triggers: [{ event: 'test/hurried' }],
    steps: { step: {} },
    priority: { run: 'event.data.seconds' },
  })
  const given = [30, -45.5, 7000, -7000, 'soon', undefined]
  for (const [n, seconds] of given.entries()) {
    const one = { id: `p${n}`, name: 'test/hurried', data: seconds === undefined ? {} : { seconds }, ts: 0 }
    await transaction(pool(), (tx) => startRun(tx, hurried, one, { idempotencyKey: one.id }))
  }
  const { rows } = await pool().query<{ priority: number }>(
    `select priority from durable_run where function_id = 'app-hurried' order by idempotency_key`,
  )
  expect(rows.map(({ priority }) => priority)).toEqual([30, -45, 600, -600, 0, 0])
})
