import { expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'

const { databaseUrl } = await useDatabase()

test('the migrations lead to prisma/schema', async () => {
  expect(await diffSchema(databaseUrl, process.cwd())).toBe('')
})

test('a migrated database is left as it is', async () => {
  expect(await migrate(databaseUrl)).toEqual([])
})
