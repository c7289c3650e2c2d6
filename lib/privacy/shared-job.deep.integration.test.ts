import { afterAll, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import type { JobStarted } from '@/lib/jobs/contract'
import { makeSound } from '@/test/faults/make-sound'
import { startRecordingServer } from '@/test/faults/recording-server'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { newUser, useService } from '@/test/service'

const { wav } = makeSound(1)
const origin = await startOrigin([() => ({ headers: { 'content-type': 'audio/wav' }, body: wav })])
const hearing = await startRecordingServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: hearing.url })
trustOrigin(origin)
afterAll(async () => {
  await hearing.close()
  await origin.close()
})

test('the run of a job that another user waits for outlives the account that began it, and does not name it', async () => {
  hearing.hold()
  const [first, other] = [await newUser(), await newUser()]
  const ask = async (key: string) => {
    const body = { url: 'https://media.example/talk.wav' }
    return (await service.call('POST', '/v1/transcript', { key, body })).body as JobStarted
  }
  const { job_id } = await ask(first.apiKey)
  expect((await ask(other.apiKey)).job_id).toBe(job_id)
  await expect.poll(hearing.waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  const { run } = await db().work.findUniqueOrThrow({ where: { kind_id: { kind: 'job', id: job_id } } })
  const naming = async (userId: string) => {
    const { rows } = await pool().query<{ keys: string; event: string; sent: string }>(
      `select r.concurrency_keys::text as keys, r.event::text as event, e.body::text as sent
       from durable_run r join event e on e.id = $1 where r.idempotency_key = 'event:' || $1 and r.status = 'running'`,
      [run],
    )
    return rows.map((row) => Object.values(row).map((text) => text.includes(userId)))
  }
  expect(await naming(first.userId)).toEqual([[true, true, true]])

  await service.call('DELETE', '/v1/me', { key: first.apiKey, body: { email: first.email } })
  expect(await naming(first.userId)).toEqual([[false, false, false]])
  expect(await naming(other.userId)).toEqual([[true, true, true]])

  hearing.release()
  const status = async () => (await service.call('GET', `/v1/jobs/${job_id}`, { key: other.apiKey })).body
  await expect.poll(status, { timeout: 20_000 }).toMatchObject({ status: 'done' })
  const runOfJob = () => db().durableRun.findFirst({ where: { idempotencyKey: `event:${run}` } })
  await expect.poll(runOfJob).toMatchObject({ status: 'completed' })
})
