import { NonRetriableError } from 'inngest'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { asOnlyWorker } from '@/lib/jobs/runs/job-worker'
import { passOnJob } from '@/lib/jobs/runs/next-run'
import { NoSlot } from '@/lib/jobs/runs/with-slot'
import { useDatabase } from '@/test/database'
import { type JobWork, jobStep, type StepTools } from './job-step'
import { makeJobSteps, RunIsFull } from './job-steps'

await useDatabase()
beforeEach(() => {
  vi.stubEnv('INNGEST_EVENT_KEY', 'event-key')
  vi.stubEnv('INNGEST_SIGNING_KEY', 'signkey-prod-ab12')
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(closeNotifications)

async function job(): Promise<string> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id } })
  return id
}

const row = (id: string) => db().job.findUniqueOrThrow({ where: { id } })

function attempt<T>(jobId: string, verb: JobWork<T>['verb'], failed = 0) {
  return jobStep({ jobId, run: 0 }, { limitMs: 60_000, verb }, { failed, database: 0, ours: 0 })
}

const fail = (error: unknown) => async () => {
  throw error
}

test('what ends because of us is begun again later, however often it was tried', async () => {
  const id = await job()
  expect(await attempt(id, fail(new NoSlot('speech', 7)), 4)).toEqual({ againSeconds: 7, reason: 'ours' })
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(await attempt(id, fail(away), 4)).toEqual({ againSeconds: expect.any(Number), reason: 'database' })
  const busy = asOnlyWorker({ jobId: id, run: 0 }, () => attempt(id, async () => 'done', 4))
  expect(await busy).toEqual({ againSeconds: expect.any(Number), reason: 'ours' })
  expect(await row(id)).toMatchObject({ status: 'queued', finishedAt: null })
  expect(await attempt(id, async () => 'done', 4)).toEqual({ value: 'done' })
})

test('a server is told of a failure in a sentence, and of nothing that a program printed', async () => {
  const id = await job()
  const printed = `ffmpeg said\n${'x'.repeat(19_000)}`
  const problem = new Problem('transcriber_failed', { detail: printed, cause: new Error(printed) })
  expect(await attempt(id, fail(problem))).toEqual({ againSeconds: 2, reason: 'failed' })
  expect((await row(id)).expectedBy?.getTime()).toBeGreaterThan(Date.now())
  const final = await attempt(id, fail(problem), 4).catch((error: unknown) => error)
  expect(final).toBeInstanceOf(NonRetriableError)
  expect(final).toMatchObject({ message: 'ffmpeg said', cause: undefined })
  expect(await row(id)).toMatchObject({ status: 'error', error: { code: 'transcriber_failed' } })
})

test('a run that another has followed ends, and leaves the job alone', async () => {
  const id = await job()
  await passOnJob({ jobId: id, run: 0 }, { waitedSeconds: 0, sent: 0 })
  await expect(attempt(id, async () => 'done')).rejects.toBeInstanceOf(NonRetriableError)
  expect(await row(id)).toMatchObject({ run: 1, status: 'queued' })
})

/** Steps that are done at once, and how long the run slept in between. */
function tools() {
  const done: string[] = []
  const slept: number[] = []
  const step = {
    run: async ({ id }: { id: string }, work: () => Promise<unknown>) => {
      done.push(id)
      return work()
    },
    sleep: async (_: string, ms: number) => void slept.push(ms),
  }
  return { done, slept, step: step as unknown as StepTools }
}

test('a run sleeps at the server until there is a place, in steps of its own', async () => {
  const { done, slept, step } = tools()
  const steps = makeJobSteps(step, { jobId: await job(), run: 0 })
  let calls = 0
  const verb = async () => {
    calls++
    if (calls < 3) throw new NoSlot('speech', 10 * calls)
    return 'done'
  }
  expect(await steps.perform('transcribe', { limitMs: 60_000, verb })).toBe('done')
  expect([slept, done]).toEqual([
    [10_000, 20_000],
    ['transcribe:0', 'transcribe:1', 'transcribe:2'],
  ])
})

test('what fails is tried again as often as the table says, however often there was no place in between', async () => {
  const { slept, step } = tools()
  const jobId = await job()
  const steps = makeJobSteps(step, { jobId, run: 0 })
  let calls = 0
  const verb = async () => {
    calls++
    throw calls % 2 === 0 ? new NoSlot('speech', 1) : new Problem('transcriber_failed')
  }
  await expect(steps.perform('prepare', { limitMs: 60_000, verb })).rejects.toBeInstanceOf(NonRetriableError)
  expect(slept).toEqual([2000, 1000, 15_000, 1000, 60_000, 1000])
  expect(await row(jobId)).toMatchObject({ status: 'error' })
})

test('a run ends before it has more steps than a server allows', async () => {
  const { done, slept, step } = tools()
  const steps = makeJobSteps(step, { jobId: await job(), run: 0 })
  const sleepOn = async () => {
    for (;;) await steps.sleep('wait', 60)
  }
  await steps.perform('prepare', { limitMs: 60_000, verb: async () => 'pieces' })
  await expect(sleepOn()).rejects.toBeInstanceOf(RunIsFull)
  expect(done.length + slept.length).toBeLessThan(1000)
})
