import { NonRetriableError } from 'inngest'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/core/db/db'
import { closeNotifications } from '@/lib/core/db/notifications'
import { Problem } from '@/lib/core/problem/problem'
import { MAX_LOST_RUNS, passOn } from '@/lib/durable/work'
import { asOnlyWorker } from '@/lib/jobs/runs/job-worker'
import { JOB_RECOVERY } from '@/lib/jobs/runs/recover-jobs'
import { NoSlot } from '@/lib/jobs/runs/with-slot'
import type { JobRun } from '@/lib/jobs/runs/worker-table'
import { addJob, currentRun } from '@/lib/jobs/testing/add-job'
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

const row = (id: string) => db().job.findUniqueOrThrow({ where: { id } })

function attempt<T>(of: JobRun, verb: JobWork<T>['verb'], failed = 0, storage = 0) {
  return jobStep(of, { limitMs: 60_000, verb }, { failed, database: 0, storage, ours: 0 })
}

const fail = (error: unknown) => async () => {
  throw error
}

test('a step that this server ended is begun again later, after any number of attempts', async () => {
  const of = await addJob()
  expect(await attempt(of, fail(new NoSlot('speech', 7)), 4)).toEqual({ againSeconds: 7, reason: 'ours' })
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(await attempt(of, fail(away), 4)).toEqual({ againSeconds: expect.any(Number), reason: 'database' })
  const busy = asOnlyWorker(of, () => attempt(of, async () => 'done', 4))
  expect(await busy).toEqual({ againSeconds: expect.any(Number), reason: 'ours' })
  expect(await row(of.jobId)).toMatchObject({ status: 'queued', finishedAt: null })
  expect(await attempt(of, async () => 'done', 4)).toEqual({ value: 'done' })
})

test('a full disk or an unreachable bucket delays a job for six hours before it counts as a failure', async () => {
  const of = await addJob()
  const full = fail(new Problem('storage_unavailable'))
  expect(await attempt(of, full, 0, 359)).toEqual({ againSeconds: 60, reason: 'storage' })
  expect(await row(of.jobId)).toMatchObject({ status: 'queued', waiting: { code: 'storage_unavailable' } })
  expect(await attempt(of, full, 0, 360)).toEqual({ againSeconds: 30, reason: 'failed' })
  expect(await attempt(of, async () => 'done', 0, 360)).toEqual({ value: 'done' })
  expect(await row(of.jobId)).toMatchObject({ waiting: null })
})

test('the Inngest server gets a failure as one sentence, without the output of programs', async () => {
  const of = await addJob()
  const printed = `ffmpeg said\n${'x'.repeat(19_000)}`
  const problem = new Problem('transcriber_failed', { detail: printed, cause: new Error(printed) })
  expect(await attempt(of, fail(problem))).toEqual({ againSeconds: 2, reason: 'failed' })
  const { expectedBy } = await db().work.findUniqueOrThrow({ where: { run: of.run } })
  expect(expectedBy.getTime()).toBeGreaterThan(Date.now())
  const final = await attempt(of, fail(problem), 4).catch((error: unknown) => error)
  expect(final).toBeInstanceOf(NonRetriableError)
  expect(final).toMatchObject({ message: 'ffmpeg said', cause: undefined })
  expect(await row(of.jobId)).toMatchObject({ status: 'error', error: { code: 'transcriber_failed' } })
})

test('a step that ends well forgets the runs that were lost before it', async () => {
  const of = await addJob()
  const lostRuns = async () => (await db().work.findUniqueOrThrow({ where: { run: of.run } })).lostRuns
  await db().work.update({ where: { run: of.run }, data: { lostRuns: MAX_LOST_RUNS } })
  await attempt(of, fail(new Problem('transcriber_failed')))
  expect(await lostRuns()).toBe(MAX_LOST_RUNS)
  await attempt(of, async () => 'done')
  expect(await lostRuns()).toBe(0)
})

test('a run that another has followed ends, and leaves the job alone', async () => {
  const of = await addJob()
  await passOn(JOB_RECOVERY, { id: of.jobId, run: of.run })
  await expect(attempt(of, async () => 'done')).rejects.toBeInstanceOf(NonRetriableError)
  expect(await row(of.jobId)).toMatchObject({ status: 'queued' })
  expect(await currentRun(of.jobId)).not.toEqual(of)
})

/** Steps that finish immediately, and the sleeps between them. */
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

test('a run sleeps on the server until there is a slot, in separate steps', async () => {
  const { done, slept, step } = tools()
  const steps = makeJobSteps(step, await addJob())
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

test('a failed step is tried again as often as the table says, regardless of waits for a place in between', async () => {
  const { slept, step } = tools()
  const of = await addJob()
  const steps = makeJobSteps(step, of)
  let calls = 0
  const verb = async () => {
    calls++
    throw calls % 2 === 0 ? new NoSlot('speech', 1) : new Problem('transcriber_failed')
  }
  await expect(steps.perform('prepare', { limitMs: 60_000, verb })).rejects.toBeInstanceOf(NonRetriableError)
  expect(slept).toEqual([2000, 1000, 15_000, 1000, 60_000, 1000])
  expect(await row(of.jobId)).toMatchObject({ status: 'error' })
})

test('a run ends before it has more steps than a server allows', async () => {
  const { done, slept, step } = tools()
  const steps = makeJobSteps(step, await addJob())
  const sleepOn = async () => {
    for (;;) await steps.sleep('wait', 60)
  }
  await steps.perform('prepare', { limitMs: 60_000, verb: async () => 'pieces' })
  await expect(sleepOn()).rejects.toBeInstanceOf(RunIsFull)
  expect(done.length + slept.length).toBeLessThan(1000)
})
