import { beforeEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { contextOf } from '../testing/context-of'
import { type DueItem, findDueItem } from './find-due-item'

await useDatabase()

const context = await contextOf({ id: 'f' })

beforeEach(() => pool().query('delete from durable_run'))

async function addRun(
  id: string,
  { functionId = 'f', keys = [] as string[], limits = [] as number[], priority = 0 } = {},
) {
  await pool().query(
    `insert into durable_run (id, function_id, event, idempotency_key, concurrency_keys, concurrency_limits, priority)
     values ($1, $2, '{}', $1, $3, $4, $5)`,
    [id, functionId, keys, limits, priority],
  )
}

const addItem = (run: string, step = 'step', due = 'now()') =>
  pool().query(
    `insert into durable_item (run_id, step_id, due_at) values ($1, $2, ${due} - interval '1 millisecond')`,
    [run, step],
  )

/** The items that can run beside each other, in the order in which they begin. */
async function begun(): Promise<DueItem[]> {
  const running: DueItem[] = []
  for (;;) {
    const { item } = await findDueItem(context, running)
    if (!item) return running
    running.push(item)
  }
}

const names = (items: readonly DueItem[]) => items.map(({ runId, stepId }) => `${runId} ${stepId}`)

test('calls never exceed a limit, and one that ends makes room for the next', async () => {
  for (let n = 0; n < 20; n += 1) {
    await addRun(`r${n}`, { keys: ['a', 'b'], limits: [3, 5] })
    await addItem(`r${n}`)
  }
  const running = await begun()
  expect(running).toHaveLength(3)
  expect((await findDueItem(context, running.slice(1))).item).not.toBeNull()
})

test('each item begins once, the one due for longest first', async () => {
  await addRun('r')
  for (const [step, due] of [
    ['x', '0'],
    ['y', '2'],
    ['z', '1'],
  ] as const) {
    await addItem('r', step, `now() - interval '${due} seconds'`)
  }
  expect(names(await begun())).toEqual(['r y', 'r z', 'r x'])
})

test('priority puts a run before or behind others by its seconds, and delays none that is due alone', async () => {
  for (const [id, priority, due] of [
    ['hurried', 60, 10],
    ['common', 0, 50],
    ['late', -60, 100],
  ] as const) {
    await addRun(id, { priority })
    await addItem(id, 'step', `now() - interval '${due} seconds'`)
  }
  expect(names(await begun())).toEqual(['hurried step', 'common step', 'late step'])
  await pool().query(`delete from durable_run`)
  await addRun('alone', { priority: -600 })
  await addItem('alone')
  expect(names(await begun())).toEqual(['alone step'])
})

test('a run is asked once at a time what comes next, while its steps run beside', async () => {
  await addRun('r')
  await addItem('r', 'step')
  await addItem('r', 'step')
  await addItem('r', 'a')
  expect(names(await begun()).toSorted()).toEqual(['r a', 'r step'])
})

test('the time of the next item is returned, and the items of another app are left alone', async () => {
  await addRun('mine')
  await addItem('mine', 'step', `now() + interval '1 minute'`)
  await addRun('foreign', { functionId: 'g' })
  await addItem('foreign')
  const { item, nextDueMs } = await findDueItem(context, [])
  expect(item).toBeNull()
  expect(nextDueMs).toBeGreaterThan(50_000)
  expect(nextDueMs).toBeLessThanOrEqual(60_000)
})
