import { readdir, readlink } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { workDir } from '@/lib/core/storage/work-dir'
import { startS3 } from '@/test/s3/start-s3'
import { newUser, useService } from '@/test/service'

const s3 = await startS3()
afterAll(() => s3.close())
const service = await useService(s3.settings)

/** The files below a folder that this process has open, deleted ones too. */
async function openFilesIn(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  const files = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return files.filter((file) => file.startsWith(folder))
}

function post(key: string, text: string) {
  const raw = new FormData()
  raw.set('model', 'whisper-1')
  raw.set('file', new File([`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`], 'talk.srt'))
  return service.call('POST', '/v1/audio/transcriptions', { key, raw })
}

test('a file goes into the bucket where there is one, once, and leaves nothing on this disk', async () => {
  const { apiKey: key, userId } = await newUser()
  for (const _ of [1, 2])
    expect(await post(key, 'Hello there.')).toMatchObject({ status: 200, body: { text: 'Hello there.' } })
  const [upload, ...others] = await db().upload.findMany({ where: { userId } })
  expect(others).toEqual([])
  const file = await service.call('GET', `/v1/uploads/${upload?.id}`, { key })
  expect(file.text).toContain('Hello there.')
  expect(await readdir(workDir()).catch(() => [])).toEqual([])
})

test('a bucket that can not be reached is reported as a server error, and leaves no upload', async () => {
  const { apiKey: key, userId } = await newUser()
  s3.down = true
  const answer = await post(key, 'Nobody hears this.')
  s3.down = false
  expect(answer).toMatchObject({
    status: 503,
    body: { error: { type: 'server_error', code: 'storage_unavailable' } },
  })
  expect(answer.headers.get('x-should-retry')).toBe('true')
  expect(await db().upload.count({ where: { userId, state: 'stored' } })).toBe(0)
  expect(await openFilesIn(workDir())).toEqual([])
  expect(await post(key, 'Nobody hears this.')).toMatchObject({ status: 200 })
})
