import { expect, test } from 'vitest'
import { pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { receiveEvents } from './receive-events'

await useDatabase()

async function count(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>('select count(*)::int as count from event')
  return rows[0]?.count ?? 0
}

test('events are taken with their own ids or new ones', async () => {
  const ids = await receiveEvents(pool(), [{ id: 'mine', name: 'test/a', data: {} }, { name: 'test/b' }], null)
  expect(ids[0]).toBe('mine')
  const { rows } = await pool().query('select id, name, body from event order by name')
  expect(rows).toMatchObject([
    { id: 'mine', name: 'test/a', body: { id: 'mine', data: {} } },
    { id: ids[1], name: 'test/b', body: { id: ids[1], data: {}, ts: expect.any(Number) } },
  ])
})

test('a request that is repeated with its seed adds nothing', async () => {
  const before = await count()
  const events = [{ name: 'test/c' }, { name: 'test/c' }]
  const ids = await receiveEvents(pool(), events, '1795222261937,c2VlZA==')
  expect(await receiveEvents(pool(), events, '1795222261937,c2VlZA==')).toEqual(ids)
  expect(new Set(ids).size).toBe(2)
  expect(await count()).toBe(before + 2)
})

test.each([
  [
    'too large',
    [{ name: 'test/d' }, { name: 'test/d', data: { x: 'x'.repeat(600_000) } }],
    'at most 512 KB are allowed',
  ],
  ['of a reserved name', [{ name: 'inngest/function.failed' }], 'reserved'],
  ['without a name', [{ data: {} }], 'not events'],
])('an event that is %s is refused with all that came with it', async (_, events, message) => {
  const before = await count()
  await expect(receiveEvents(pool(), events, null)).rejects.toThrow(message)
  expect(await count()).toBe(before)
})
