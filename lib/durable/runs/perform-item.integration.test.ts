import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import type { Handler } from '../context'
import { findDueItem } from '../tables/find-due-item'
import { EpochOver } from '../tables/transaction'
import { contextOf } from '../testing/context-of'
import { performItem } from './perform-item'

await useDatabase()

let calls = 0
let end: () => Promise<void> = async () => undefined
const handler: Handler = async () => {
  calls += 1
  await end()
  return Response.json([{ id: 'a', op: 'Sleep', name: '1h' }], { status: 206 })
}

async function begin(run: string, items: number) {
  calls = 0
  const context = await contextOf({ id: 'f' }, handler)
  await pool().query(
    `insert into durable_run (id, function_id, event, idempotency_key) values ($1, 'f', '{"name":"e"}', $1)`,
    [run],
  )
  for (let n = 0; n < items; n += 1)
    await pool().query(`insert into durable_item (run_id, due_at) values ($1, now() - interval '1 ms')`, [run])
  const { item } = await findDueItem(context, [])
  if (!item) throw new Error('nothing is due')
  return { context, item }
}

const left = async (run: string) =>
  (await pool().query('select step_id as step, kind from durable_item where run_id = $1 order by id', [run])).rows

test('one call answers all that ask a run what comes next', async () => {
  const { context, item } = await begin('several', 3)
  await performItem(context, item)
  expect(calls).toBe(1)
  expect(await left('several')).toEqual([{ step: 'a', kind: 'sleep' }])
})

test('a call does not answer one that is added after it has read the steps', async () => {
  const { context, item } = await begin('later', 1)
  end = async () => void (await pool().query(`insert into durable_item (run_id) values ('later')`))
  await performItem(context, item)
  end = async () => undefined
  expect((await left('later')).map(({ step }) => step).toSorted()).toEqual(['a', 'step'])
  await pool().query(`delete from durable_item where run_id = 'later'`)
})

test('the outcome of an epoch that is over is refused', async () => {
  const { context, item } = await begin('over', 1)
  end = async () => void (await pool().query('update durable_executor set epoch = epoch + 1'))
  await expect(performItem(context, item)).rejects.toBeInstanceOf(EpochOver)
  expect(await left('over')).toEqual([{ step: 'step', kind: 'call' }])
})
