import { expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { purgeExpiredMemory, recall, remember, rememberAll } from './source-memory'

await useDatabase()

const HOUR_MS = 3_600_000

test('a remembered value replaces an earlier one, alone and among others, until it expires', async () => {
  await remember('one', 'first', HOUR_MS)
  await remember('one', 'second', HOUR_MS)
  await rememberAll(
    new Map([
      ['two', 'first'],
      ['three', 'other'],
    ]),
    -1,
  )
  const recallAll = () => Promise.all(['one', 'two', 'three'].map((key) => recall(key, z.string())))
  expect(await recallAll()).toEqual(['second', null, null])
  await rememberAll(new Map([['two', 'second']]), HOUR_MS)
  expect(await recallAll()).toEqual(['second', 'second', null])
  expect(await recall('two', z.number())).toBeNull()

  expect(await purgeExpiredMemory()).toBe(1)
  expect(await db().sourceMemory.count()).toBe(2)
})
