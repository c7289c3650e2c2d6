import { beforeEach, expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { checkpoint } from './checkpoint'

await useDatabase()

let item = ''

beforeEach(async () => {
  await pool().query('delete from durable_run')
  await pool().query('insert into durable_executor (epoch) values (2) on conflict do nothing')
  await pool().query(
    `insert into durable_run (id, function_id, event, idempotency_key) values ('r', 'f', '{"name":"e"}', 'k')`,
  )
  const { rows } = await pool().query<{ id: string }>(
    `insert into durable_item (run_id, attempt) values ('r', 3) returning id`,
  )
  item = rows[0]?.id ?? ''
})

const save = (epoch: number, op: Record<string, unknown> = {}) =>
  checkpoint(pool(), 'r', { qi_id: `${item}.${epoch}`, steps: [{ id: 'a', op: 'StepRun', data: 1, ...op }] })

const rowsOf = async (sql: string) => (await pool().query(sql)).rows

test('an execution of the present epoch saves its steps and restarts its attempts', async () => {
  expect(await save(2)).toBe(200)
  expect(await rowsOf('select id, result from durable_step')).toEqual([{ id: 'a', result: { data: 1 } }])
  expect(await rowsOf('select id, attempt from durable_item')).toEqual([{ id: item, attempt: 0 }])
})

test('an execution of an earlier epoch is stopped with 409 and changes nothing', async () => {
  expect(await save(1)).toBe(409)
  expect(await rowsOf('select id from durable_step')).toEqual([])
  expect(await rowsOf('select id, attempt from durable_item')).toEqual([{ id: item, attempt: 3 }])
})

test('an execution whose item is gone is stopped', async () => {
  await pool().query('delete from durable_item')
  expect(await save(2)).toBe(409)
  expect(await rowsOf('select id from durable_step')).toEqual([])
})

test('one whose run has ended is stopped', async () => {
  await pool().query(`update durable_run set status = 'cancelled'`)
  expect(await save(2)).toBe(409)
  expect(await rowsOf('select id from durable_step')).toEqual([])
})

test('one whose step’s output is too large is stopped, to meet the error when it is called again', async () => {
  expect(await save(2, { data: 'x'.repeat(5_000_000), displayName: 'big' })).toBe(409)
  expect(await rowsOf('select result from durable_step')).toMatchObject([
    { result: { error: { message: expect.stringContaining('step "big"') } } },
  ])
  expect(await rowsOf('select id, attempt from durable_item')).toEqual([
    { id: expect.not.stringMatching(`^${item}$`), attempt: 0 },
  ])
})

test('an operation that is not supported fails the run', async () => {
  expect(await save(2, { op: 'DeferAdd', displayName: 'later' })).toBe(409)
  expect(await rowsOf('select status, output from durable_run')).toMatchObject([
    { status: 'failed', output: { message: 'The embedded executor does not support DeferAdd ("later").' } },
  ])
})
