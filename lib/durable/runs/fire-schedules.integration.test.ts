import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { parseCron } from '../functions/parse-function'
import { EpochOver } from '../tables/transaction'
import { contextOf } from '../testing/context-of'
import { fireSchedules } from './fire-schedules'

await useDatabase()

async function runs(id: string): Promise<unknown[]> {
  const { rows } = await pool().query('select event from durable_run where function_id = $1', [id])
  return rows
}

test('a schedule fires once when it is due, and not again before it is due again', async () => {
  const context = await contextOf({ id: 'nightly', triggers: [{ cron: '0 3 * * *' }] })
  await fireSchedules(context, new Date('2026-01-01T02:00:00Z'))
  expect(await runs('nightly')).toEqual([])
  const due = new Date('2026-01-01T03:00:00Z')
  expect([await fireSchedules(context, due), await fireSchedules(context, due)]).toEqual([true, false])
  expect(await runs('nightly')).toMatchObject([
    { event: { name: 'inngest/scheduled.timer', data: { cron: '0 3 * * *' } } },
  ])
  await fireSchedules(context, new Date('2026-01-02T02:59:59Z'))
  expect(await runs('nightly')).toHaveLength(1)
  await fireSchedules(context, new Date('2026-01-02T03:00:30Z'))
  expect(await runs('nightly')).toHaveLength(2)
})

test('a schedule that was missed several times fires once', async () => {
  const context = await contextOf({ id: 'hourly', triggers: [{ cron: '0 * * * *' }] })
  await fireSchedules(context, new Date('2026-01-01T00:30:00Z'))
  await fireSchedules(context, new Date('2026-01-05T00:30:00Z'))
  expect(await runs('hourly')).toHaveLength(1)
})

test('an executor whose epoch is over fires nothing', async () => {
  const context = { ...(await contextOf({ id: 'late', triggers: [{ cron: '0 * * * *' }] })), epoch: 0 }
  await fireSchedules(context, new Date('2026-01-01T00:30:00Z'))
  await expect(fireSchedules(context, new Date('2026-01-01T01:00:00Z'))).rejects.toBeInstanceOf(EpochOver)
  expect(await runs('late')).toEqual([])
})

test('a pattern may name its time zone', () => {
  const next = parseCron('TZ=America/New_York 0 9 * * *').nextRun(new Date('2026-01-01T00:00:00Z'))
  expect(next?.toISOString()).toBe('2026-01-01T14:00:00.000Z')
})
