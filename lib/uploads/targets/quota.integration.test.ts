import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { db, pool } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { newUser, useService } from '@/test/service'
import { TUS } from '@/test/tus-headers'
import type { SignResponse } from '../contract'

const MB = 1_000_000
const service = await useService()

afterEach(() => setEnv({ UPLOAD_QUOTA_BYTES: String(20 * 1024 ** 3) }))

async function sign(key: string, size_bytes?: number) {
  const body = { filename: 'a.wav', content_type: 'audio/wav', ...(size_bytes ? { size_bytes } : {}) }
  const answer = await service.call('POST', '/v1/uploads/sign', { key, body })
  return { ...(answer.body as SignResponse), answer }
}

const idOf = ({ source_url }: SignResponse) => source_url.split('/').at(-1) ?? ''

async function bytesOnDisk(): Promise<number> {
  const folder = path.join(env().dataDir, 'files', 'uploads')
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** A body that sends so many bytes, then waits. `sent` comes true when they have been taken. */
function waitingBody(bytes: number) {
  const state = { sent: false, finish: () => {} }
  let given = false
  const raw = new ReadableStream(
    {
      pull(controller) {
        if (!given) {
          given = true
          controller.enqueue(new Uint8Array(bytes))
          return
        }
        state.sent = true
        return new Promise<void>((resolve) => {
          state.finish = () => {
            controller.close()
            resolve()
          }
        })
      },
    },
    { highWaterMark: 0 },
  )
  return { raw, state }
}

test('parallel PUTs to one signed target take the room of one file', async () => {
  setEnv({ UPLOAD_QUOTA_BYTES: String(12 * MB) })
  const { apiKey: key } = await newUser()
  const target = await sign(key)
  const before = await bytesOnDisk()
  const bodies = Array.from({ length: 6 }, () => waitingBody(8 * MB))
  const answers = []
  for (const { raw, state } of bodies) {
    answers.push(service.call('PUT', target.upload_url, { raw }))
    await expect.poll(() => state.sent).toBe(true)
    await expect.poll(async () => (await bytesOnDisk()) - before).toBe(8 * MB)
  }
  bodies.at(-1)?.state.finish()
  const statuses = (await Promise.all(answers)).map(({ status, body }) => [status, (body as { code?: string }).code])
  expect(statuses).toEqual([...Array(5).fill([409, 'upload_incomplete']), [200, undefined]])
  expect((await bytesOnDisk()) - before).toBe(8 * MB)
})

test('concurrent PUTs to several targets take no more than the quota together', async () => {
  setEnv({ UPLOAD_QUOTA_BYTES: String(12 * MB) })
  const { apiKey: key } = await newUser()
  const targets = await Promise.all(Array.from({ length: 4 }, () => sign(key)))
  const before = await bytesOnDisk()
  const puts = targets.map((target) => {
    const { raw, state } = waitingBody(8 * MB)
    const headers = { 'content-length': String(8 * MB) }
    return { state, answer: service.call('PUT', target.upload_url, { raw, headers }) }
  })
  await expect.poll(() => puts.filter(({ state }) => state.sent).length).toBe(1)
  expect((await bytesOnDisk()) - before).toBeLessThanOrEqual(12 * MB)
  for (const { state } of puts) state.finish()
  const statuses = (await Promise.all(puts.map(({ answer }) => answer))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 413, 413, 413])
})

test('a PUT begins anew a file that was sent in goes, so that both never take room together', async () => {
  const { apiKey: key } = await newUser()
  const target = await sign(key, 5 * MB)
  const before = await bytesOnDisk()
  const headers = { 'upload-offset': '0', ...TUS }
  await service.call('PATCH', target.resumable_url ?? '', { raw: new Uint8Array(4 * MB), headers })
  expect((await bytesOnDisk()) - before).toBe(4 * MB)
  const { raw, state } = waitingBody(5 * MB)
  const put = service.call('PUT', target.upload_url, { raw })
  await expect.poll(() => state.sent).toBe(true)
  await expect.poll(async () => (await bytesOnDisk()) - before).toBe(5 * MB)
  state.finish()
  expect((await put).status).toBe(200)
})

test('a PUT that began before its target expired keeps its room until it ends', async () => {
  setEnv({ UPLOAD_QUOTA_BYTES: String(12 * MB) })
  const { apiKey: key } = await newUser()
  const target = await sign(key)
  await db().upload.update({ where: { id: idOf(target) }, data: { expiresAt: new Date(Date.now() - 1000) } })
  const { raw, state } = waitingBody(8 * MB)
  const put = service.call('PUT', target.upload_url, { raw })
  await expect.poll(() => state.sent).toBe(true)
  const other = await sign(key, 5 * MB)
  expect([other.answer.status, other.answer.body]).toMatchObject([413, { code: 'upload_quota_exceeded' }])
  state.finish()
  expect((await put).status).toBe(200)
})

test('the received part of a file in goes counts until its target is deleted, also after its time', async () => {
  setEnv({ UPLOAD_QUOTA_BYTES: String(12 * MB) })
  const { apiKey: key } = await newUser()
  const target = await sign(key, 8 * MB)
  const over = new Date(Date.now() - 1000)
  await db().upload.update({ where: { id: idOf(target) }, data: { expiresAt: over, resumableUntil: over } })
  expect((await sign(key, 5 * MB)).answer.body).toMatchObject({ code: 'upload_quota_exceeded' })
  expect((await service.call('DELETE', target.source_url, { key })).status).toBe(200)
  expect((await sign(key, 5 * MB)).answer.status).toBe(200)
})

test('a target has one writer in all processes together', async () => {
  const { apiKey: key } = await newUser()
  const target = await sign(key)
  const elsewhere = new pg.Client({ connectionString: env().DATABASE_URL })
  await elsewhere.connect()
  const lock = `upload:${idOf(target)}`
  await elsewhere.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock])
  const { raw, state } = waitingBody(1000)
  const put = service.call('PUT', target.upload_url, { raw })
  const tried = `select 1 from pg_stat_activity where query like 'select pg_try_advisory_lock%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await pool().query(tried)).rowCount).toBeGreaterThan(0)
  expect(state.sent).toBe(false)
  await elsewhere.end()
  await expect.poll(() => state.sent).toBe(true)
  state.finish()
  expect((await put).status).toBe(200)
})

test('a user has a thousand targets that wait for their files, and no more', async () => {
  const { apiKey: key, userId } = await newUser()
  const expiresAt = new Date(Date.now() + 600_000)
  const row = { userId, filename: 'a.wav', contentType: 'audio/wav', expiresAt }
  await db().upload.createMany({ data: Array.from({ length: 999 }, () => ({ id: newId(), ...row })) })
  expect((await sign(key)).answer.status).toBe(200)
  const { answer } = await sign(key)
  expect([answer.status, answer.body]).toMatchObject([429, { code: 'too_many_uploads', context: { limit: 1000 } }])
  expect(answer.headers.get('retry-after')).toBe('60')
  expect((await sign((await newUser()).apiKey)).answer.status).toBe(200)
})
