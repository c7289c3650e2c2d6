import { expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { useDatabase } from '@/test/database'
import { admit } from './admit'
import { checkRateLimits, purgeExpiredRateLimits } from './rate-limit-table'

await useDatabase()

const five = { name: 'five', quota: 5, windowSeconds: 60 }
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const tatOf = async (key: string) => (await db().rateLimit.findUniqueOrThrow({ where: { key } })).tat.getTime()

test('a quota is admitted immediately, and the next request waits for one interval', async () => {
  const remaining: number[] = []
  for (let n = 0; n < 5; n++) remaining.push((await admit(five, 'a')).remaining)
  expect(remaining).toEqual([4, 3, 2, 1, 0])
  const refused = await admit(five, 'a')
  expect(refused).toMatchObject({ admitted: false, remaining: 0 })
  expect(refused.waitMs).toBeGreaterThan(5_000)
  expect(refused.waitMs).toBeLessThanOrEqual(12_000)
  expect(refused.resetSeconds).toBeGreaterThan(50)
  expect((await admit(five, 'b')).admitted).toBe(true)
  expect((await admit({ ...five, name: 'other' }, 'a')).admitted).toBe(true)
})

test('a refused caller takes nothing', async () => {
  await times(5, () => admit(five, 'c'))
  const before = await tatOf('five:c')
  expect((await times(50, () => admit(five, 'c'))).filter(({ admitted }) => admitted)).toEqual([])
  expect((await checkRateLimits(five, ['c']))[0]).toMatchObject({ admitted: false })
  expect(await tatOf('five:c')).toBe(before)
})

test('after a while there is room again, for as many as the time allows', async () => {
  await times(5, () => admit(five, 'd'))
  await pool().query(`update rate_limit set tat = tat - interval '24 seconds' where key = 'five:d'`)
  const again: boolean[] = []
  for (let n = 0; n < 3; n++) again.push((await checkRateLimits(five, ['d']))[0]?.admitted ?? false)
  expect(again).toEqual([true, true, false])
  await pool().query(`update rate_limit set tat = tat - interval '1 hour' where key = 'five:d'`)
  expect((await checkRateLimits(five, ['d']))[0]).toMatchObject({ admitted: true, remaining: 4, resetSeconds: 12 })
})

test('exactly the quota of 400 concurrent requests is admitted', async () => {
  const hundred = { name: 'hundred', quota: 100, windowSeconds: 3600 }
  const admissions = await times(400, () => admit(hundred, 'e'))
  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(100)
})

test('exactly the quota of 400 concurrent requests in separate statements, as from many processes, is admitted', async () => {
  const hundred = { name: 'separate', quota: 100, windowSeconds: 3600 }
  const admissions = (await times(400, (n) => checkRateLimits(hundred, n % 2 ? ['f', 'g'] : ['g', 'f']))).flat()
  expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(200)
})

test('concurrent calls each get their own remaining count', async () => {
  const people = Array.from({ length: 30 }, (_, n) => `person ${n}`)
  await Promise.all(people.flatMap((person, n) => Array.from({ length: n % 6 }, () => admit(five, person))))
  const now = await Promise.all(people.map((person) => admit(five, person)))
  expect(now.map(({ admitted, remaining }) => [admitted, remaining])).toEqual(
    people.map((_, n) => (n % 6 === 5 ? [false, 0] : [true, 4 - (n % 6)])),
  )
})

test.each([1, 2, 3, 7, 60, 61, 119])('a quota of %i a minute is let in whole', async (quota) => {
  const policy = { name: 'whole', quota, windowSeconds: 60 }
  await pool().query(`delete from rate_limit`)
  const key = `whole ${quota}`
  expect((await admit(policy, key)).remaining).toBe(quota - 1)
  // All but one at one blow.
  await pool().query(
    `update rate_limit set tat = date_trunc('milliseconds', now()) + ($1::int - 1) * $2::int * interval '1 ms'`,
    [quota, Math.round(60_000 / quota)],
  )
  expect((await admit(policy, key)).admitted).toBe(true)
})

test('expired rate limit rows are purged, the others stay', async () => {
  await pool().query('delete from rate_limit')
  await admit(five, 'gone')
  await admit(five, 'here')
  await pool().query(`update rate_limit set tat = now() - interval '1 second' where key = 'five:gone'`)
  expect(await purgeExpiredRateLimits()).toBe(1)
  expect((await db().rateLimit.findMany()).map(({ key }) => key)).toEqual(['five:here'])
})
