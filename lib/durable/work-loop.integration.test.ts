import type { Inngest } from 'inngest'
import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { ended } from './testing/run-rows'
import { startApp } from './testing/start-app'
import { until } from './testing/until'

await useDatabase()

test('an item whose outcome cannot be stored is not performed again without a wait', async () => {
  await pool().query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from durable_run where id = old.run_id and function_id = 'app-refused') then
        raise exception 'refused';
      end if;
      return old;
    end $$;
    create trigger refuse before delete on durable_item for each row execute function refuse()`)
  let calls = 0
  const define = (client: Inngest) => [
    client.createFunction({ id: 'refused', triggers: { event: 'test/refused' } }, () => {
      calls += 1
    }),
    client.createFunction({ id: 'stored', triggers: { event: 'test/stored' } }, async ({ step }) => {
      for (let n = 0; n < 10; n++) await step.run(`step-${n}`, () => n)
    }),
  ]
  const { client, executor } = await startApp(pool(), define, { pollMs: 600_000 })
  await client.send({ name: 'test/refused', data: {} })
  await until('it was called', () => calls > 0)
  await client.send({ name: 'test/stored', data: {} })
  await until('other work has ended', () => ended('stored'))
  expect([calls, executor.stats().running]).toEqual([1, 1])
  await executor.stop(0)
})
