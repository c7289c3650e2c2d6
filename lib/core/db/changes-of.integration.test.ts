import { expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { changesOf } from './changes-of'
import { pool } from './db'

await useDatabase()

const notify = (id: string) => pool().query('select pg_notify($1, $2)', ['changes_test', id])

/** Whether the next turn has come once a later one of another watcher has: notifications come in their order. */
async function hasTurn(next: Promise<unknown>): Promise<boolean> {
  const gone = new AbortController()
  const marks = changesOf('changes_test', 'mark', gone.signal)
  await marks.next()
  await notify('mark')
  await marks.next()
  gone.abort()
  return Promise.race([next.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])
}

test('changesOf yields immediately, then for its own id only, and once for changes that come together', async () => {
  const gone = new AbortController()
  const changes = changesOf('changes_test', 'own', gone.signal)
  expect(await changes.next()).toEqual({ done: false, value: undefined })

  const next = changes.next()
  await notify('another')
  expect(await hasTurn(next)).toBe(false)
  await notify('own')
  expect(await next).toEqual({ done: false, value: undefined })

  for (let count = 0; count < 3; count++) await notify('own')
  expect(await hasTurn(Promise.resolve())).toBe(true)
  expect(await changes.next()).toEqual({ done: false, value: undefined })
  const last = changes.next()
  expect(await hasTurn(last)).toBe(false)

  gone.abort()
  expect(await last).toEqual({ done: true, value: undefined })
})

test('changesOf ends without a turn when its signal has aborted before', async () => {
  const changes = changesOf('changes_test', 'own', AbortSignal.abort())
  expect(await changes.next()).toEqual({ done: true, value: undefined })
})
