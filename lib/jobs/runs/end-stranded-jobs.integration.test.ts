import { expect, test } from 'vitest'
import { functions } from '@/inngest/functions'
import { db, pool } from '@/lib/core/db/db'
import type { DurableRunStatus } from '@/lib/core/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import { JOB_REQUESTED } from '../events'
import { endStrandedJobs } from './end-stranded-jobs'
import { MAX_LOST_RUNS, runEventId } from './next-run'
import { findStrandedJobs, TRANSCRIBE_RECORDING } from './stranded-jobs-table'

await useDatabase()
const FUNCTION_ID = `verbatim-${TRANSCRIBE_RECORDING}`

async function job(minutesOld: number): Promise<string> {
  const id = newId()
  const createdAt = new Date(Date.now() - minutesOld * 60_000)
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id, createdAt } })
  return id
}

type Run = { status?: DurableRunStatus; endedMinutesAgo?: number; withWork?: boolean; key?: string }

async function run(jobId: string, { status = 'running', endedMinutesAgo, withWork = false, key = jobId }: Run) {
  const id = newId()
  const endedAt = endedMinutesAgo === undefined ? null : new Date(Date.now() - endedMinutesAgo * 60_000)
  const items = withWork ? { create: [{ dueAt: new Date(Date.now() + 3_600_000) }] } : {}
  const idempotencyKey = `event:${key}`
  await db().durableRun.create({
    data: { id, functionId: FUNCTION_ID, event: { data: { jobId } }, idempotencyKey, status, endedAt, items },
  })
}

async function event(jobId: string, processed: boolean, id = jobId) {
  await db().event.create({
    data: { id, name: JOB_REQUESTED.name, body: {}, processedAt: processed ? new Date() : null },
  })
}

const runOf = async (id: string) => (await db().job.findUniqueOrThrow({ where: { id } })).run
const errorOf = async (id: string) =>
  ((await db().job.findUniqueOrThrow({ where: { id } })).error as { code?: string } | null)?.code ?? null
const reasons = async (embedded = true) =>
  new Map((await findStrandedJobs(embedded)).map(({ jobId, why }) => [jobId, why] as const))

test('jobs that somebody works on, or will, are left alone', async () => {
  const [working, asleep, waiting, young, retried] = [
    await job(300),
    await job(300),
    await job(300),
    await job(0),
    await job(9),
  ]
  await run(working, { withWork: true })
  await run(asleep, { withWork: true })
  await event(asleep, true)
  await event(waiting, false)
  await run(retried, { status: 'failed', endedMinutesAgo: 8 })
  await run(retried, { withWork: true, key: `${retried}:again` })
  const ended = await job(3000)
  await db().job.update({ where: { id: ended }, data: { status: 'done', finishedAt: new Date() } })
  const found = await reasons()
  for (const id of [working, asleep, waiting, young, retried, ended]) expect(found.get(id)).toBeUndefined()
})

test('a job whose run has ended without it is begun again, a while later', async () => {
  const [dead, dying, stuck] = [await job(30), await job(30), await job(30)]
  await run(dead, { status: 'failed', endedMinutesAgo: 2 })
  await run(dying, { status: 'failed', endedMinutesAgo: 0 })
  await run(stuck, {})
  const found = await reasons()
  expect([found.get(dead), found.get(dying), found.get(stuck)]).toEqual(['lost', undefined, 'lost'])
  await Promise.all([endStrandedJobs(true), endStrandedJobs(true), endStrandedJobs(true)])
  expect(await Promise.all([dead, dying, stuck].map(runOf))).toEqual([1, 0, 1])
  expect((await reasons()).has(dead)).toBe(false)
})

test('a job that never began is begun again, each time by one event, however many look, and fails in the end', async () => {
  const lost = await job(5)
  await event(lost, true)
  for (let again = 1; again <= MAX_LOST_RUNS; again++) {
    expect((await reasons()).get(lost)).toBe('lost')
    await Promise.all(Array.from({ length: 5 }, () => endStrandedJobs(true)))
    const id = runEventId({ jobId: lost, run: again })
    const data = { jobId: lost, run: again }
    expect(await db().event.findMany({ where: { id } })).toMatchObject([{ name: JOB_REQUESTED.name, body: { data } }])
    expect((await reasons()).has(lost)).toBe(false)
    await db().event.updateMany({ where: { id }, data: { processedAt: new Date() } })
  }
  await endStrandedJobs(true)
  expect(await errorOf(lost)).toBe('transcriber_failed')
})

test('nothing goes on for more than a day', async () => {
  const late = await job(24 * 60 + 1)
  await run(late, { withWork: true })
  expect((await reasons(false)).get(late)).toBe('late')
  await endStrandedJobs(false)
  expect(await errorOf(late)).toBe('transcriber_failed')
  const reported = await pool().query(
    `select 1 from event where name = 'job/cancelled' and body -> 'data' ->> 'jobId' = $1`,
    [late],
  )
  expect(reported.rowCount).toBe(1)
})

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('where an Inngest server has the runs, one that nobody has been at work for in time is lost', async () => {
  const [working, asleep, waiting, sent, lost, never] = [
    await job(600),
    await job(600),
    await job(600),
    await job(600),
    await job(600),
    await job(600),
  ]
  for (const id of [working, asleep, lost, never]) await event(id, true)
  const long = minutesFromNow(-60)
  await db().event.updateMany({ where: { processedAt: { not: null } }, data: { processedAt: long } })
  await event(waiting, false)
  await event(sent, true)
  const expected = { [working]: 4, [asleep]: 1, [lost]: -1 }
  for (const [id, minutes] of Object.entries(expected)) {
    await db().job.update({ where: { id }, data: { expectedBy: minutesFromNow(minutes) } })
  }
  const found = await reasons(false)
  expect([working, asleep, waiting, sent].map((id) => found.get(id))).toEqual(Array(4).fill(undefined))
  expect([lost, never].map((id) => found.get(id))).toEqual(['lost', 'lost'])

  await Promise.all([endStrandedJobs(false), endStrandedJobs(false)])
  const again = await db().event.findMany({ where: { id: runEventId({ jobId: lost, run: 1 }) } })
  expect(again).toMatchObject([{ processedAt: null, body: { data: { jobId: lost, run: 1 } } }])
  expect((await reasons(false)).has(lost)).toBe(false)
  // The server has the event, and takes longer to begin than it took to lose the first.
  await db().event.updateMany({
    where: { id: runEventId({ jobId: lost, run: 1 }) },
    data: { processedAt: minutesFromNow(-7) },
  })
  expect((await reasons(false)).has(lost)).toBe(false)
  await db().event.updateMany({
    where: { id: runEventId({ jobId: lost, run: 1 }) },
    data: { processedAt: minutesFromNow(-11) },
  })
  expect((await reasons(false)).get(lost)).toBe('lost')
})

test('the function it looks for is the one there is', () => {
  expect(functions.map((fn) => fn.id('verbatim'))).toContain(FUNCTION_ID)
})
