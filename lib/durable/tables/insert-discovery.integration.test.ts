import { beforeEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { until } from '../testing/until'
import { insertDiscovery } from './item-table'
import { transaction } from './transaction'

await useDatabase()

beforeEach(async () => {
  await pool().query('delete from durable_run')
  await pool().query(`insert into durable_run (id, function_id, event, idempotency_key) values ('r', 'f', '{}', 'r')`)
  await transaction(pool(), (tx) => insertDiscovery(tx, 'r', true))
})

const items = async () => (await pool().query('select lease_until from durable_item order by id')).rows

async function waitsForLock(): Promise<boolean> {
  const { rowCount } = await pool().query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount === 1
}

test('a call that waits already asks for the newest step too', async () => {
  await transaction(pool(), (tx) => insertDiscovery(tx, 'r', true))
  expect(await items()).toHaveLength(1)
})

test('a call that is being claimed at this moment does not: it may have read the steps already', async () => {
  const claimer = await pool().connect()
  try {
    await claimer.query('begin')
    await claimer.query(`update durable_item set lease_until = now() + interval '1 minute'`)
    let added = false
    const adding = transaction(pool(), (tx) => insertDiscovery(tx, 'r', true)).then(() => {
      added = true
    })
    await until('it waits for the claim, or has not waited', async () => added || (await waitsForLock()))
    await claimer.query('commit')
    await adding
  } finally {
    claimer.release()
  }
  expect(await items()).toMatchObject([{ lease_until: expect.any(Date) }, { lease_until: null }])
})
