import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { db } from './db'

await useDatabase()

const MIB = 1024 ** 2

function heapMib(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / MIB
}

test('the client releases the values of a statement after it has ended', async () => {
  await db().$queryRaw`select 1`
  const before = heapMib()
  for (let count = 0; count < 50; count++) {
    const text = Buffer.alloc(2 * MIB, `${count} `).toString('latin1')
    expect(await db().$queryRaw`select length(${text}) as length`).toEqual([{ length: 2 * MIB }])
  }
  await expect.poll(() => heapMib() - before).toBeLessThan(20)
})
