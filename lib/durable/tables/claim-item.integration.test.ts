import { beforeEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { holdRows } from '@/test/hold-rows'
import { contextOf } from '../testing/context-of'
import { CLAIM_LOCK, claimItem } from './claim-item'

await useDatabase()

const context = contextOf({ id: 'f' })

beforeEach(() => pool().query('delete from durable_run'))

async function addRun(id: string, { functionId = 'f', keys = [] as string[], limits = [] as number[] } = {}) {
  await pool().query(
    `insert into durable_run (id, function_id, event, idempotency_key, concurrency_keys, concurrency_limits)
     values ($1, $2, '{}', $1, $3, $4)`,
    [id, functionId, keys, limits],
  )
}

const addItem = (run: string, step = 'step', due = 'now()') =>
  pool().query(
    `insert into durable_item (run_id, step_id, due_at) values ($1, $2, ${due} - interval '1 millisecond')`,
    [run, step],
  )

async function claimed(count: number): Promise<string[]> {
  const claims = await Promise.all(Array.from({ length: count }, () => claimItem(context)))
  return claims.flatMap(({ item }) => (item ? [`${item.runId} ${item.stepId}`] : []))
}

test('claims at the same moment never exceed a limit', async () => {
  for (let n = 0; n < 20; n += 1) {
    await addRun(`r${n}`, { keys: ['a', 'b'], limits: [3, 5] })
    await addItem(`r${n}`)
  }
  expect(await claimed(20)).toHaveLength(3)
})

test('each item is claimed once, the one due for longest first', async () => {
  await addRun('r')
  for (const [step, due] of [
    ['x', '0'],
    ['y', '2'],
    ['z', '1'],
  ] as const) {
    await addItem('r', step, `now() - interval '${due} seconds'`)
  }
  expect((await claimItem(context)).item).toMatchObject({ stepId: 'y', generation: 1 })
  expect((await claimed(5)).toSorted()).toEqual(['r x', 'r z'])
})

test('a run is asked once at a time what comes next, while its steps run beside', async () => {
  await addRun('r')
  await addItem('r', 'step')
  await addItem('r', 'step')
  await addItem('r', 'a')
  expect((await claimed(5)).toSorted()).toEqual(['r a', 'r step'])
})

test('a lapsed lease is claimed anew, under a new generation', async () => {
  await addRun('r')
  await addItem('r')
  expect(await claimed(2)).toEqual(['r step'])
  await pool().query(`update durable_item set lease_until = now() - interval '1 second'`)
  expect((await claimItem(context)).item).toMatchObject({ generation: 2 })
})

test('a claim reports when the next item is due, and leaves the items of another app alone', async () => {
  await addRun('mine')
  await addItem('mine', 'step', `now() + interval '1 minute'`)
  await addRun('foreign', { functionId: 'g' })
  await addItem('foreign')
  const { item, nextDueMs } = await claimItem(context)
  expect(item).toBeNull()
  expect(nextDueMs).toBeGreaterThan(50_000)
  expect(nextDueMs).toBeLessThanOrEqual(60_000)
})

test('who finds nothing due waits for nobody who claims', async () => {
  const release = await holdRows('select pg_advisory_xact_lock($1)', [CLAIM_LOCK])
  expect(await claimItem(context)).toEqual({ item: null, nextDueMs: null })
  await release()
})
