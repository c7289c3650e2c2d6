import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import type { JobStarted } from '../contract'
import { purgeChunks, purgeJobs } from './ended-job-table'

const service = await useService()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('chunks go a week after their job has ended, and a job without an entry in a library after a month', async () => {
  const { apiKey: key } = await newUser()
  const object_path = await upload(service, key, 'sound.wav', silence(3))
  const { body } = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  const { job_id } = body as JobStarted
  await ended(service, key, job_id)
  const { mediaId } = await db().job.findUniqueOrThrow({ where: { id: job_id } })
  const [left, running] = [newId(), newId()]
  const job = { mediaId, requestedLang: 'de' }
  await db().job.createMany({
    data: [
      { ...job, id: left, status: 'error' },
      { ...job, id: running, runningKey: running },
    ],
  })
  const chunk = { index: 0, startMs: 0, endMs: 3000, silent: true }
  await db().chunk.createMany({ data: [left, running].map((jobId) => ({ ...chunk, jobId })) })
  const jobs = { id: { in: [job_id, left] } }
  const chunksOf = async () => (await db().chunk.findMany({ select: { jobId: true } })).map(({ jobId }) => jobId)

  const endAgo = async (days: number) => {
    await db().job.updateMany({ where: jobs, data: { finishedAt: daysAgo(days) } })
    await db().chunk.updateMany({ where: { jobId: job_id }, data: { finishedAt: daysAgo(days) } })
  }
  await endAgo(6)
  expect([await purgeChunks(), await purgeJobs()]).toEqual([0, 0])
  await endAgo(8)
  expect(await purgeChunks()).toBeGreaterThan(0)
  expect(await chunksOf()).toEqual([running])
  expect(await purgeJobs()).toBe(0)
  await endAgo(31)
  expect(await purgeJobs()).toBe(1)
  expect(await db().job.count({ where: { id: { in: [job_id, running] } } })).toBe(2)
  expect((await service.call('GET', `/v1/jobs/${job_id}`, { key })).status).toBe(200)
})
