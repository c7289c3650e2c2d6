import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { workDir } from '@/lib/core/storage/work-dir'
import { preparePollers } from '@/test/prepare-pollers'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import type { Job, JobStarted } from './contract'
import { failJob } from './end/fail-job'
import { reportProgress } from './job-table'

const service = await useService()
const speech = await readFile('test/fixtures/audio/jfk.wav')

async function startedJob(key: string, sound: BodyInit = silence(3)): Promise<string> {
  const object_path = await upload(service, key, 'sound.wav', sound)
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  return (answer.body as JobStarted).job_id
}

test('the progress of a job never goes back, and the job leaves no work files', async () => {
  const { apiKey: key } = await newUser()
  const jobId = await startedJob(key, speech)
  const stream = await service.call('GET', `/v1/jobs/${jobId}/events`, { key })
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const seen = stream.text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as Job)
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).sort((a, b) => a - b))
  expect(seen.at(-1)).toMatchObject({ status: 'done', progress: 1, transcript: { complete: true } })
  const ids = stream.text.split('\n').flatMap((line) => (line.startsWith('id: ') ? [line.slice(4)] : []))
  expect(new Set(ids).size).toBe(seen.length)
  const reopen = (id = '') => service.call('GET', `/v1/jobs/${jobId}/events`, { key, headers: { 'last-event-id': id } })
  // EventSource ends at a 204.
  expect((await reopen(ids.at(-1))).status).toBe(204)
  expect((await reopen(ids[0])).text).toContain(`id: ${ids.at(-1)}\n`)
  await expect.poll(() => readdir(workDir())).toEqual([])
  const user = await db().usagePeriod.findFirst({ where: { user: { callers: { some: { jobId } } } } })
  expect(user).toMatchObject({ usedSeconds: 11, reservedSeconds: 0 })
})

test('progress does not fall and an ended job stays ended', async () => {
  const { apiKey: key } = await newUser()
  const jobId = await startedJob(key)
  await ended(service, key, jobId)
  expect(await reportProgress(db(), jobId, 'transcribing', 0.2)).toBe(false)
  await failJob(jobId, new Problem('transcriber_failed'))
  const after = await service.call('GET', `/v1/jobs/${jobId}`, { key })
  expect(after.body).toMatchObject({ status: 'done', progress: 1, error: null })
})

describe('a stream of events', () => {
  /** Opens the events of a job without a worker and waits for the first. */
  async function openEvents(key: string, jobId: string) {
    const headers = { authorization: `Bearer ${key}` }
    const response = await api().request(`http://localhost:3000/v1/jobs/${jobId}/events`, { headers })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain(jobId)
    return reader
  }

  test('ends when the key that opened it is regenerated, and not when another user regenerates theirs', async () => {
    const [poller, other] = await preparePollers(2)
    if (!poller || !other) throw new Error('there are no users')
    const reader = await openEvents(poller.apiKey, poller.jobId)
    const theirs = await openEvents(other.apiKey, other.jobId)
    const renewed = await service.call('POST', '/v1/me/api-key/regenerate', { key: poller.apiKey })
    expect(renewed.status).toBe(200)
    expect((await reader.read()).done).toBe(true)
    await reportProgress(db(), other.jobId, 'transcribing', 0.9)
    expect(new TextDecoder().decode((await theirs.read()).value)).toContain('"progress":0.9')
    await theirs.cancel()
  })

  test('ends when the account is suspended', async () => {
    const [poller] = await preparePollers(1)
    if (!poller) throw new Error('there is no user')
    const reader = await openEvents(poller.apiKey, poller.jobId)
    await db().user.update({ where: { id: poller.userId }, data: { suspendedAt: new Date() } })
    expect((await reader.read()).done).toBe(true)
  })
})

describe('cancelling', () => {
  test('ends the job, free of charge, and a new request starts anew', async () => {
    const user = await newUser()
    const key = user.apiKey
    const object_path = await upload(service, key, 'speech.wav', speech)
    const ask = () => service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
    const { job_id }: JobStarted = (await ask()).body
    const cancelled = await service.call('DELETE', `/v1/jobs/${job_id}`, { key })
    expect(cancelled.body).toMatchObject({
      job_id,
      status: 'error',
      stage: null,
      transcript: null,
      error: { code: 'cancelled' },
    })
    expect(await ended(service, key, job_id)).toMatchObject({ status: 'error', error: { code: 'cancelled' } })
    expect(await db().usagePeriod.findFirst({ where: { userId: user.userId } })).toMatchObject({
      usedSeconds: 0,
      reservedSeconds: 0,
    })
    const next: JobStarted = (await ask()).body
    expect(next.job_id).not.toBe(job_id)
    await service.call('DELETE', `/v1/jobs/${next.job_id}`, { key })
  })

  test('a job that is done changes nothing', { tags: 'deep' }, async () => {
    const { apiKey: key } = await newUser()
    const jobId = await startedJob(key)
    await ended(service, key, jobId)
    const answer = await service.call('DELETE', `/v1/jobs/${jobId}`, { key })
    expect(answer.body).toMatchObject({ status: 'done', error: null })
  })
})

test.each(['GET', 'DELETE'])(
  "%s of another account's, an unknown or an invalid job id is 404 or 422, and without a key 401",
  async (method) => {
    const { apiKey: key } = await newUser()
    const jobId = await startedJob(key)
    const other = await newUser()
    for (const id of [jobId, crypto.randomUUID(), 'nonsense', '%00']) {
      const answer = await service.call(method, `/v1/jobs/${id}`, { key: other.apiKey })
      expect([404, 422]).toContain(answer.status)
    }
    expect((await service.call(method, `/v1/jobs/${jobId}`)).status).toBe(401)
    await ended(service, key, jobId)
  },
)
