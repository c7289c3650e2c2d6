import { expect, test } from 'vitest'
import { functions } from '@/inngest/functions'
import { db, pool } from '@/lib/core/db/db'
import { MAX_LOST_RUNS, replaceLostRun } from '@/lib/durable/work'
import { IMPORT_RECOVERY } from '@/lib/imports/import-run'
import { DOWNLOAD_RECOVERY } from '@/lib/speech/downloads/download-run'
import { DELIVERY_RECOVERY } from '@/lib/webhooks/recover-deliveries'
import { useDatabase } from '@/test/database'
import { addJob, currentRun } from '../testing/add-job'
import { endLateJobs, JOB_RECOVERY } from './recover-jobs'

await useDatabase()

const errorOf = async (id: string) =>
  ((await db().job.findUniqueOrThrow({ where: { id } })).error as { code?: string } | null)?.code ?? null

test('a job whose runs are lost continues in others, and fails in the end', async () => {
  const { jobId } = await addJob()
  for (let lost = 0; lost < MAX_LOST_RUNS; lost++) {
    const { run } = await currentRun(jobId)
    await replaceLostRun(JOB_RECOVERY, { id: jobId, run })
  }
  const { run } = await currentRun(jobId)
  expect(await db().event.findUniqueOrThrow({ where: { id: run } })).toMatchObject({
    name: 'job/requested',
    body: { data: { jobId, run } },
  })
  expect(await errorOf(jobId)).toBeNull()
  await replaceLostRun(JOB_RECOVERY, { id: jobId, run })
  expect(await errorOf(jobId)).toBe('transcriber_failed')
  expect(await db().work.count({ where: { id: jobId } })).toBe(0)
})

test('a job that takes more than a day fails even if it has a worker', async () => {
  const [late, young] = [
    await addJob(new Date(Date.now() - 86_460_000)),
    await addJob(new Date(Date.now() - 86_340_000)),
  ]
  expect(await endLateJobs()).toBe(1)
  expect([await errorOf(late.jobId), await errorOf(young.jobId)]).toEqual(['transcriber_failed', null])
  const reported = await pool().query(
    `select 1 from event where name = 'job/cancelled' and body -> 'data' ->> 'jobId' = $1`,
    [late.jobId],
  )
  expect(reported.rowCount).toBe(1)
})

test('the functions that do recoverable work exist', () => {
  const ids = functions.map((fn) => fn.id(''))
  for (const { functionId } of [JOB_RECOVERY, IMPORT_RECOVERY, DELIVERY_RECOVERY, DOWNLOAD_RECOVERY]) {
    expect(ids.map((id) => id.replace(/^-/, ''))).toContain(functionId)
  }
})
