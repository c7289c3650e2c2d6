import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { useDatabase } from '@/test/database'
import { createUser } from '../accounts/create-user'
import { captureSeconds } from './capture-seconds'
import { chargeSeconds } from './charge-seconds'
import { remainingSeconds } from './remaining-seconds'
import { reserveSeconds } from './reserve-seconds'
import { releaseSeconds } from './usage-table'

await useDatabase()

async function makeSpender() {
  const { userId, tier } = await createUser({ email: `${newId()}@verbatim.test`, tier: 'free' })
  return { userId, tier }
}

async function makeMedia(): Promise<string> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: 'http://a.example/a' } })
  return id
}

async function makeJob(mediaId: string): Promise<string> {
  const id = newId()
  await db().job.create({ data: { id, mediaId, requestedLang: 'en' } })
  return id
}

const left = async (user: { userId: string; tier: string }) => (await remainingSeconds(db(), user)).remainingSeconds

test('a hundred concurrent jobs are promised no second too many', { tags: 'deep' }, async () => {
  const user = await makeSpender()
  const mediaId = await makeMedia()
  const jobs = await Promise.all(Array.from({ length: 100 }, () => makeJob(mediaId)))
  const outcomes = await Promise.allSettled(
    jobs.map((jobId) =>
      db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 30 }), { maxWait: 30_000 }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'allowance_exceeded' })
  }
  expect(await left(user)).toBe(0)
})

test('a reservation is captured once, and the rest is released', async () => {
  const user = await makeSpender()
  const mediaId = await makeMedia()
  const jobId = await makeJob(mediaId)
  await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 100 }))
  await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 100 }))
  expect(await left(user)).toBe(800)
  const capture = { jobId, userId: user.userId, mediaId, lang: 'en', requestedLang: 'en', seconds: 60 }
  await db().$transaction((tx) => captureSeconds(tx, capture))
  await db().$transaction((tx) => captureSeconds(tx, capture))
  expect(await left(user)).toBe(840)
})

test('the same recording and language is charged once, by a job or immediately', async () => {
  const user = await makeSpender()
  const mediaId = await makeMedia()
  const purchase = { mediaId, lang: 'en', seconds: 50 }
  await Promise.all(
    Array.from({ length: 20 }, () => db().$transaction((tx) => chargeSeconds(tx, user, purchase), { maxWait: 30_000 })),
  )
  expect(await left(user)).toBe(850)
  const jobId = await makeJob(mediaId)
  await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 50 }))
  await db().$transaction((tx) => captureSeconds(tx, { jobId, userId: user.userId, requestedLang: 'en', ...purchase }))
  expect(await left(user)).toBe(850)
})

test('a failure gives everything back, once', async () => {
  const user = await makeSpender()
  const jobId = await makeJob(await makeMedia())
  await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 900 }))
  expect(await left(user)).toBe(0)
  await db().$transaction((tx) => releaseSeconds(tx, jobId))
  await db().$transaction((tx) => releaseSeconds(tx, jobId))
  expect(await left(user)).toBe(900)
})

test("releasing the seconds of a job locks the periods of its callers in one order, so that two jobs can't deadlock", async () => {
  const spenders = [await makeSpender(), await makeSpender(), await makeSpender()]
  const [first, ...rest] = spenders.map(({ userId }) => userId).sort()
  const jobId = await makeJob(await makeMedia())
  // The rows lie in the other order than their users.
  for (const userId of [...rest.reverse(), first ?? '']) {
    const user = { userId, tier: 'free' }
    await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 10 }))
  }
  const { released } = await db().$transaction(async (holder) => {
    await holder.$queryRaw`select 1 from usage_period where user_id = ${first}::uuid for update`
    const releasing = db().$transaction((tx) => releaseSeconds(tx, jobId))
    await expect
      .poll(
        () => db().$queryRaw`
        select 1 as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%usage_reservation%' and pid <> pg_backend_pid()`,
      )
      .toEqual([{ waiting: 1 }])
    const free = await db().$queryRaw<{ user_id: string }[]>`
      select user_id from usage_period where user_id = any(${rest}::uuid[]) for update skip locked`
    expect(free).toHaveLength(rest.length)
    return { released: releasing }
  })
  await released
  for (const user of spenders) expect(await left(user)).toBe(900)
})

test('a charge that does not fit changes nothing', async () => {
  const user = await makeSpender()
  const purchase = { mediaId: await makeMedia(), lang: 'en', seconds: 901 }
  const refused = db().$transaction((tx) => chargeSeconds(tx, user, purchase))
  await expect(refused).rejects.toBeInstanceOf(Problem)
  expect(await left(user)).toBe(900)
  expect(await db().usageCharge.count({ where: { userId: user.userId } })).toBe(0)
})

test('where a part will do, as much is charged as there is, and later only the rest', async () => {
  const user = await makeSpender()
  const mediaId = await makeMedia()
  const charge = (seconds: number, spender: { userId: string; tier: string } = user) =>
    db().$transaction((tx) => chargeSeconds(tx, spender, { mediaId, lang: 'en', seconds, partial: true }))
  expect(await charge(1_000)).toBe(900)
  expect(await left(user)).toBe(0)
  expect(await charge(1_000)).toBe(900)
  const upgraded = { ...user, tier: 'pro' }
  expect(await charge(1_000, upgraded)).toBe(1_000)
  expect(await left(upgraded)).toBe(35_000)
  const other = await makeMedia()
  const nothing = db().$transaction((tx) =>
    chargeSeconds(tx, user, { mediaId: other, lang: 'en', seconds: 10, partial: true }),
  )
  await expect(nothing).rejects.toMatchObject({ code: 'allowance_exceeded' })
})

test('a job is promised as much as there is, and charges no more than that', async () => {
  const user = await makeSpender()
  const mediaId = await makeMedia()
  const jobId = await makeJob(mediaId)
  expect(await db().$transaction((tx) => reserveSeconds(tx, user, { jobId, seconds: 1_500, partial: true }))).toBe(900)
  const capture = { jobId, userId: user.userId, mediaId, lang: 'en', requestedLang: 'en', seconds: 1_500 }
  expect(await db().$transaction((tx) => captureSeconds(tx, capture))).toBe(900)
  expect(await db().$transaction((tx) => captureSeconds(tx, capture))).toBe(900)
  expect(await left(user)).toBe(0)
  expect(await db().usageCharge.findMany({ where: { userId: user.userId } })).toMatchObject([{ seconds: 900 }])
})
