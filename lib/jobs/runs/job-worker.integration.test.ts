import { afterAll, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { newId } from '@/lib/core/ids'
import { until } from '@/lib/durable/testing/until'
import { useDatabase } from '@/test/database'
import { asOnlyWorker, JobBusy, JobPassedOn } from './job-worker'
import { passOnJob, replaceLostRun } from './next-run'
import { whileJobRuns } from './while-job-runs'
import { RUN_SLACK_SECONDS } from './worker-table'

await useDatabase()
afterAll(closeNotifications)

async function job(): Promise<string> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id } })
  return id
}

const row = (id: string) => db().job.findUniqueOrThrow({ where: { id } })
const first = (jobId: string) => ({ jobId, run: 0 })

/** Work that goes on until it is told to end, or its signal ends it. */
function work() {
  let end = (_: { waitSeconds: number }) => {}
  const ended = new Promise<{ waitSeconds: number }>((resolve) => {
    end = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const verb = (signal: AbortSignal) => {
    begin()
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return Promise.race([ended, aborted])
  }
  return { verb, begun, end }
}

test('one call works on a job at a time; the next is told when to come again', async () => {
  const id = await job()
  const { verb, begun, end } = work()
  const working = asOnlyWorker(first(id), verb)
  await begun
  const refused = await asOnlyWorker(first(id), verb).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(JobBusy)
  expect((refused as JobBusy).seconds).toBeGreaterThan(0)
  end({ waitSeconds: 600 })
  await working
  const { workerId, workerUntil, expectedBy } = await row(id)
  expect([workerId, workerUntil]).toEqual([null, null])
  // What it means to wait for does not count as silence.
  expect((expectedBy?.getTime() ?? 0) - Date.now()).toBeGreaterThan(600_000)
  expect(await asOnlyWorker(first(id), async () => 'done')).toBe('done')
})

test('while a job is worked on, somebody is expected to be', async () => {
  const id = await job()
  const { verb, begun, end } = work()
  const working = asOnlyWorker(first(id), verb, 5)
  await begun
  await db().job.update({ where: { id }, data: { expectedBy: new Date(0) } })
  await until('it has been said again', async () => ((await row(id)).expectedBy?.getTime() ?? 0) > Date.now())
  end({ waitSeconds: 0 })
  await working
  expect((await row(id)).expectedBy?.getTime()).toBeLessThanOrEqual(Date.now() + (RUN_SLACK_SECONDS + 5) * 1000)
})

test('who died at work is followed when it has been silent for a while; who was only slow stops then', async () => {
  const id = await job()
  const slow = work()
  const working = asOnlyWorker(first(id), slow.verb, 5)
  const stopped = expect(working).rejects.toBeInstanceOf(JobPassedOn)
  await slow.begun
  // As another call finds it: nothing was said for too long. It takes over in the same moment.
  await pool().query('update job set worker_id = $2 where id = $1', [id, newId()])
  await stopped
  await pool().query(`update job set worker_until = now() - interval '1 second' where id = $1`, [id])
  expect(await asOnlyWorker(first(id), async () => 'done')).toBe('done')
})

test('work of a run that another has followed is stopped, and never begun', async () => {
  const id = await job()
  const { verb, begun } = work()
  const working = whileJobRuns(first(id), 60_000, verb)
  const stopped = expect(working).rejects.toBeInstanceOf(JobPassedOn)
  await begun
  await Promise.all([replaceLostRun(first(id)), replaceLostRun(first(id)), passOnJob(first(id), progress)])
  await stopped
  expect((await row(id)).run).toBe(1)
  expect(await db().event.count({ where: { id: { startsWith: id } } })).toBe(1)
  await expect(asOnlyWorker(first(id), async () => 'done')).rejects.toBeInstanceOf(JobPassedOn)
  expect(await asOnlyWorker({ jobId: id, run: 1 }, async () => 'done')).toBe('done')
})

const progress = { waitedSeconds: 90, sent: 1 }

test('a run that is full tells the next how far it has come, and counts for no loss', async () => {
  const id = await job()
  await passOnJob(first(id), progress)
  const event = await db().event.findUniqueOrThrow({ where: { id: `${id}:1` } })
  expect(event).toMatchObject({ name: 'job/requested', body: { data: { jobId: id, run: 1, ...progress } } })
  expect(await row(id)).toMatchObject({ run: 1, lostRuns: 0 })
})
