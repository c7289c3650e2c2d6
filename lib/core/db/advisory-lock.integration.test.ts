import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { closeAdvisoryLocks, withAdvisoryLock } from './advisory-lock'

const { databaseUrl } = await useDatabase()

/** Another process, as the database sees it. */
const other = new pg.Client({ connectionString: databaseUrl })
await other.connect()
afterAll(async () => {
  await closeAdvisoryLocks()
  await other.end()
})

const never = new AbortController().signal
const lock = (key: string) => other.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
const unlock = (key: string) => other.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])

test('work waits for another process that is at the same, and for no other', async () => {
  await lock('a')
  const order: string[] = []
  const waiting = withAdvisoryLock('a', never, async () => order.push('waited'))
  await withAdvisoryLock('b', never, async () => order.push('b'))
  order.push('released')
  await unlock('a')
  await waiting
  expect(order).toEqual(['b', 'released', 'waited'])
})

test('the lock is released when the work fails, and the failure is thrown', async () => {
  const failing = withAdvisoryLock('c', never, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await other.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', ['c'])
  expect(rows).toEqual([{ free: true }])
})

test('a caller that gives up waiting does not do the work', async () => {
  await lock('d')
  const done: string[] = []
  const giveUp = new AbortController()
  const waiting = withAdvisoryLock('d', giveUp.signal, async () => done.push('worked'))
  giveUp.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(done).toEqual([])
})

test('a lost connection is replaced', async () => {
  await withAdvisoryLock('e', never, async () => undefined)
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%advisory%'`,
  )
  for (;;) {
    // The end of the connection is noticed a moment later; until then the old connection is used, and rejects.
    const worked = await withAdvisoryLock('e', never, async () => 'worked').catch((error: Error) => error)
    if (worked === 'worked') break
    expect(worked).toBeInstanceOf(Error)
    await new Promise((resolve) => setImmediate(resolve))
  }
})
