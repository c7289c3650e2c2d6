import { afterAll, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { newId } from '@/lib/core/ids'
import { until } from '@/lib/durable/testing/until'
import { passOn, replaceLostRun } from '@/lib/durable/work'
import { useDatabase } from '@/test/database'
import { JOB_WORK } from '../events'
import { addJob, currentRun } from '../testing/add-job'
import { asOnlyWorker, JobBusy, JobPassedOn } from './job-worker'
import { JOB_RECOVERY } from './recover-jobs'
import { whileJobRuns } from './while-job-runs'

await useDatabase()
afterAll(closeNotifications)

const row = (id: string) => db().work.findUniqueOrThrow({ where: { kind_id: { kind: 'job', id } } })

/** Work that runs until `end` is called or its signal aborts. */
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

test('one call works on a job at a time; the next is refused with a time to retry', async () => {
  const of = await addJob()
  const { verb, begun, end } = work()
  const working = asOnlyWorker(of, verb)
  await begun
  const refused = await asOnlyWorker(of, verb).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(JobBusy)
  expect((refused as JobBusy).seconds).toBeGreaterThan(0)
  end({ waitSeconds: 600 })
  await working
  const { workerId, workerUntil, expectedBy } = await row(of.jobId)
  expect([workerId, workerUntil]).toEqual([null, null])
  // An intended wait does not count as silence.
  expect(expectedBy.getTime() - Date.now()).toBeGreaterThan(600_000)
  expect(await asOnlyWorker(of, async () => 'done')).toBe('done')
})

test('work on a job renews the time by which it is expected', async () => {
  const of = await addJob()
  const { verb, begun, end } = work()
  const working = asOnlyWorker(of, verb, 5)
  await begun
  await db().work.update({ where: { run: of.run }, data: { expectedBy: new Date(0) } })
  await until('it has been said again', async () => (await row(of.jobId)).expectedBy.getTime() > Date.now())
  end({ waitSeconds: 0 })
  await working
  expect((await row(of.jobId)).expectedBy.getTime()).toBeLessThanOrEqual(
    Date.now() + (JOB_WORK.slackSeconds + 5) * 1000,
  )
})

test('a worker that died is followed when it has been silent for a while; a slow one stops then', async () => {
  const of = await addJob()
  const slow = work()
  const working = asOnlyWorker(of, slow.verb, 5)
  const stopped = expect(working).rejects.toBeInstanceOf(JobPassedOn)
  await slow.begun
  // As another call finds it: nothing was said for too long. It takes over in the same moment.
  await pool().query('update work set worker_id = $2 where run = $1', [of.run, newId()])
  await stopped
  await pool().query(`update work set worker_until = now() - interval '1 second' where run = $1`, [of.run])
  expect(await asOnlyWorker(of, async () => 'done')).toBe('done')
})

test('work of a run that another has followed is stopped, and never begun', async () => {
  const of = await addJob()
  const { verb, begun } = work()
  const working = whileJobRuns(of, 60_000, verb)
  const stopped = expect(working).rejects.toBeInstanceOf(JobPassedOn)
  await begun
  const lost = { id: of.jobId, run: of.run }
  await Promise.all([
    replaceLostRun(JOB_RECOVERY, lost),
    replaceLostRun(JOB_RECOVERY, lost),
    passOn(JOB_RECOVERY, lost),
  ])
  await stopped
  const next = await currentRun(of.jobId)
  expect(next.run).not.toBe(of.run)
  await expect(asOnlyWorker(of, async () => 'done')).rejects.toBeInstanceOf(JobPassedOn)
  expect(await asOnlyWorker(next, async () => 'done')).toBe('done')
})
