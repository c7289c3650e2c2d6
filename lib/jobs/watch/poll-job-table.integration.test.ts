import { expect, test } from 'vitest'
import { createUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { Prisma } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { useDatabase } from '@/test/database'
import { pollJob } from './poll-job-table'

await useDatabase()

test('the prepared statement agrees with the Prisma schema', async () => {
  const { userId } = await createUser({ email: 'a@verbatim.test', tier: 'pro' })
  const media = await db().media.create({
    data: { id: newId(), platform: 'podcast', videoId: 'v', url: 'http://a.example/a', title: 'A', ownerId: null },
  })
  const job = await db().job.create({
    data: {
      id: newId(),
      mediaId: media.id,
      requestedLang: 'en',
      status: 'in_progress',
      stage: 'transcribing',
      progress: 0.4,
      startedAt: new Date(),
      error: { code: 'x' },
    },
  })
  const caller = await db().jobCaller.create({
    data: { jobId: job.id, userId, libraryItemId: newId(), leftAt: new Date(), error: { code: 'y' } },
  })
  const polled = await pollJob(job.id, userId)
  const fromSchema = await db().jobCaller.findUniqueOrThrow({
    where: { jobId_userId: { jobId: job.id, userId } },
    include: { job: { include: { media: true } } },
  })
  const { job: j, ...c } = fromSchema
  expect(polled).toEqual({
    id: j.id,
    requestedLang: j.requestedLang,
    status: j.status,
    stage: j.stage,
    progress: j.progress,
    error: j.error,
    createdAt: j.createdAt,
    startedAt: j.startedAt,
    finishedAt: j.finishedAt,
    transcriptId: j.transcriptId,
    url: j.media.url,
    platform: j.media.platform,
    videoId: j.media.videoId,
    title: j.media.title,
    libraryItemId: caller.libraryItemId,
    leftAt: c.leftAt,
    reasonForLeaving: c.error,
    withoutSpeakers: c.withoutSpeakers,
    waiting: null,
    waitingUntil: null,
    secondsLeft: null,
  })
  const waiting = { code: 'transcriber_unavailable', detail: 'The speech server is busy.' }
  const change = (data: Prisma.JobUpdateInput) => db().job.update({ where: { id: job.id }, data })
  const soon = new Date(Date.now() + 60_000)
  await change({ waiting, waitingUntil: soon, estimatedEnd: soon })
  const paced = await pollJob(job.id, userId)
  expect(paced).toMatchObject({ waiting, waitingUntil: soon, secondsLeft: expect.any(Number) })
  // A wait that is over is none, and a job that has ended has neither.
  await change({ waitingUntil: new Date(Date.now() - 1000) })
  expect(await pollJob(job.id, userId)).toMatchObject({ waiting: null })
  await change({ waitingUntil: soon, finishedAt: new Date() })
  expect(await pollJob(job.id, userId)).toMatchObject({ waiting: null, secondsLeft: null })
  await change({ waiting: Prisma.DbNull, waitingUntil: null, estimatedEnd: null, finishedAt: null })
  expect(await pollJob(job.id, newId())).toBeNull()
})
