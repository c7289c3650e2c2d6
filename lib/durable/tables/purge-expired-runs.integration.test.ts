import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { purgeExpiredRuns } from './purge-expired-runs'

await useDatabase()

test('runs and events that ended long ago are deleted, with their steps, and nothing else', async () => {
  await pool().query(`
    insert into durable_run (id, function_id, event, idempotency_key, status, ended_at) values
      ('old', 'f', '{}', 'old', 'completed', now() - interval '8 days'),
      ('recent', 'f', '{}', 'recent', 'failed', now() - interval '6 days'),
      ('running', 'f', '{}', 'running', 'running', null);
    insert into durable_step (run_id, id, result) values ('old', 'a', '1'), ('running', 'a', '1');
    insert into event (id, name, body, created_at, processed_at) values
      ('old', 'e', '{}', now() - interval '9 days', now() - interval '8 days'),
      ('recent', 'e', '{}', now() - interval '9 days', now()),
      ('waiting', 'e', '{}', now() - interval '9 days', null)`)
  expect(await purgeExpiredRuns(pool(), 7)).toEqual({ runs: 1, events: 1 })
  const left = await pool().query(`
    select 'run ' || id as what from durable_run union all select 'step ' || run_id from durable_step
    union all select 'event ' || id from event order by what`)
  expect(left.rows.map(({ what }) => what)).toEqual([
    'event recent',
    'event waiting',
    'run recent',
    'run running',
    'step running',
  ])
})
