import { expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { pool } from './db'
import { purgeRows } from './purge-rows'

await useDatabase()

test('more rows than a statement deletes go in several, and those that are kept stay', async () => {
  await pool().query(`
    insert into rate_limit (key, tat)
    select 'k' || n, case when n <= 5000 then now() - interval '1 hour' else now() + interval '1 hour' end
    from generate_series(1, 5003) n`)
  let statements = 0
  const counting = {
    query: (text: string, values: unknown[]) => {
      statements += 1
      return pool().query(text, values)
    },
  }
  expect(await purgeRows('rate_limit', 'tat < $1', [new Date()], counting as never)).toBe(5000)
  expect(statements).toBe(3)
  const { rows } = await pool().query('select count(*)::int as left from rate_limit')
  expect(rows).toEqual([{ left: 3 }])
})
