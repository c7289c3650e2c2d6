import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import { createUser } from '../accounts/create-user'
import { captureSeconds } from './capture-seconds'
import { chargeSeconds } from './charge-seconds'
import { currentPeriod } from './period'
import { remainingSeconds } from './remaining-seconds'
import { reserveSeconds } from './reserve-seconds'

await useDatabase()

const DAY_MS = 24 * 3_600_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)

async function newSpender(tier: string) {
  const { userId } = await createUser({ email: `${newId()}@verbatim.test`, tier })
  return { userId, tier }
}

async function setCycle(userId: string, startsAt: Date, endsAt: Date) {
  const cycle = { startsAt, endsAt }
  await db().usageCycle.upsert({ where: { userId }, create: { userId, ...cycle }, update: cycle })
}

async function newMedia(): Promise<string> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: 'http://a.example/a' } })
  return id
}

async function charge(user: { userId: string; tier: string }, seconds: number) {
  const mediaId = await newMedia()
  await db().$transaction((tx) => chargeSeconds(tx, user, { mediaId, lang: 'en', seconds }))
}

const used = async (user: { userId: string; tier: string }) => (await remainingSeconds(db(), user)).usedSeconds

test('without a subscription a period is a calendar month, UTC', async () => {
  const { userId } = await newSpender('free')
  expect(await currentPeriod(db(), userId, new Date('2026-12-31T23:59:59.999Z'))).toEqual({
    start: new Date('2026-12-01T00:00:00Z'),
    end: new Date('2027-01-01T00:00:00Z'),
  })
})

test('a subscription begins a separate period, and the calendar month continues after it', async () => {
  const user = await newSpender('free')
  await charge(user, 900)
  await setCycle(user.userId, daysFromNow(-1), daysFromNow(29))
  const subscriber = { ...user, tier: 'pro' }
  expect(await used(subscriber)).toBe(0)
  await charge(subscriber, 1_000)
  expect(await used({ ...user, tier: 'ultra' })).toBe(1_000)
  await db().usageCycle.delete({ where: { userId: user.userId } })
  expect(await used(user)).toBe(900)
})

test('seconds used between the end of a period and the word of it count in the next, once', async () => {
  const user = await newSpender('pro')
  const [start, end] = [daysFromNow(-30), daysFromNow(-0.1)]
  await setCycle(user.userId, start, end)
  await charge(user, 500)
  expect(await used(user)).toBe(500)
  await setCycle(user.userId, end, daysFromNow(30))
  expect(await used(user)).toBe(500)
})

test('a clock that was put ahead counts in the period it is in', async () => {
  const user = await newSpender('pro')
  await setCycle(user.userId, daysFromNow(-1), daysFromNow(30))
  await charge(user, 400)
  await setCycle(user.userId, daysFromNow(30), daysFromNow(61))
  expect(await used(user)).toBe(0)
  await charge(user, 50)
  expect(await used(user)).toBe(50)
})

test('a promise of an earlier period that grows moves as a whole into the present one', async () => {
  const user = await newSpender('free')
  const mediaId = await newMedia()
  const jobId = newId()
  await db().job.create({ data: { id: jobId, mediaId, requestedLang: 'en' } })
  const reserve = (seconds: number, tier: string, partial = false) =>
    db().$transaction((tx) => reserveSeconds(tx, { ...user, tier }, { jobId, seconds, partial }))
  await reserve(600, 'free')
  await setCycle(user.userId, daysFromNow(-1), daysFromNow(29))
  expect(await reserve(500, 'pro')).toBe(600)
  expect(await reserve(1_000, 'pro')).toBe(1_000)
  const periods = await db().usagePeriod.findMany({ where: { userId: user.userId }, orderBy: { periodStart: 'asc' } })
  expect(periods.map(({ reservedSeconds }) => reservedSeconds).sort()).toEqual([0, 1_000])
  await expect(reserve(36_001, 'pro')).rejects.toMatchObject({ code: 'allowance_exceeded' })
  const capture = { jobId, userId: user.userId, mediaId, lang: 'en', requestedLang: 'en', seconds: 900 }
  await db().$transaction((tx) => captureSeconds(tx, capture))
  expect(await used({ ...user, tier: 'pro' })).toBe(900)
})

test("a promise that can't move stays in part", async () => {
  const user = await newSpender('free')
  const mediaId = await newMedia()
  const jobId = newId()
  await db().job.create({ data: { id: jobId, mediaId, requestedLang: 'en' } })
  const reserve = (seconds: number) =>
    db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds, partial: true }))
  await reserve(600)
  await setCycle(user.userId, daysFromNow(-1), daysFromNow(29))
  await charge(user, 500)
  expect(await reserve(1_000)).toBe(600)
})
