import { expect, test } from 'vitest'
import { functions } from '@/inngest/functions'
import { db, pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { useDatabase } from '@/test/database'
import { endStrandedJobs } from './end-stranded-jobs'
import { JOB_REQUESTED } from './start-job'
import { findStrandedJobs, secondEventId, TRANSCRIBE_RECORDING } from './stranded-jobs'

await useDatabase()
const FUNCTION_ID = `verbatim-${TRANSCRIBE_RECORDING}`

async function job(minutesOld: number): Promise<string> {
  const id = newId()
  const createdAt = new Date(Date.now() - minutesOld * 60_000)
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id, createdAt } })
  return id
}

type Run = { status?: string; endedMinutesAgo?: number; withWork?: boolean; key?: string }

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
  await db().event.create({ data: { id, name: JOB_REQUESTED, body: {}, processedAt: processed ? new Date() : null } })
}

const errorOf = async (id: string) =>
  ((await db().job.findUniqueOrThrow({ where: { id } })).error as { code?: string } | null)?.code ?? null
const reasons = async (embedded = true) =>
  new Map((await findStrandedJobs(embedded)).map(({ id, why }) => [id, why] as const))

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

test('a job whose run has ended without it ends too, a while later', async () => {
  const [dead, dying, stuck] = [await job(30), await job(30), await job(30)]
  await run(dead, { status: 'failed', endedMinutesAgo: 2 })
  await run(dying, { status: 'failed', endedMinutesAgo: 0 })
  await run(stuck, {})
  const found = await reasons()
  expect([found.get(dead), found.get(dying), found.get(stuck)]).toEqual(['dead', undefined, 'dead'])
  await Promise.all([endStrandedJobs(true), endStrandedJobs(true), endStrandedJobs(true)])
  expect([await errorOf(dead), await errorOf(dying), await errorOf(stuck)]).toEqual([
    'transcriber_failed',
    null,
    'transcriber_failed',
  ])
  expect((await reasons()).has(dead)).toBe(false)
})

test('a job that never began is begun once more by one event, however many look, and given up after that', async () => {
  const lost = await job(5)
  await event(lost, true)
  expect((await reasons()).get(lost)).toBe('lost')
  await Promise.all(Array.from({ length: 5 }, () => endStrandedJobs(true)))
  const again = await db().event.findMany({ where: { id: secondEventId(lost) } })
  expect(again).toMatchObject([{ name: JOB_REQUESTED, processedAt: null, body: { data: { jobId: lost } } }])
  expect((await reasons()).has(lost)).toBe(false)
  await db().event.updateMany({ where: { id: secondEventId(lost) }, data: { processedAt: new Date() } })
  await endStrandedJobs(true)
  expect(await errorOf(lost)).toBe('transcriber_failed')
})

test('nothing goes on for more than a day', async () => {
  const late = await job(24 * 60 + 1)
  await run(late, { withWork: true })
  expect((await reasons(false)).get(late)).toBe('late')
  await endStrandedJobs(false)
  expect(await errorOf(late)).toBe('transcriber_failed')
  const told = await pool().query(
    `select 1 from event where name = 'job/cancelled' and body -> 'data' ->> 'jobId' = $1`,
    [late],
  )
  expect(told.rowCount).toBe(1)
})

test('where an Inngest server has the runs, a job without one here is not taken for lost', async () => {
  const elsewhere = await job(600)
  await event(elsewhere, true)
  expect((await reasons(false)).has(elsewhere)).toBe(false)
})

test('the function it looks for is the one there is', () => {
  expect(functions.map((fn) => fn.id('verbatim'))).toContain(FUNCTION_ID)
})
