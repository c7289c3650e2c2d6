import { afterAll, expect, test } from 'vitest'
import { setEnv } from '@/lib/platform/env'
import { forgetSingleton } from '@/lib/platform/singleton'
import { startS3 } from '@/test/s3/start-s3'
import { tryBucket } from '@/test/s3/try-bucket'
import { newUser, useService } from '@/test/service'
import type { SignResponse } from './contract'

const s3 = await startS3()
afterAll(() => s3.close())
const service = await useService(s3.settings)
const { apiKey: key } = await newUser()

tryBucket(service, key)

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nHello there.\n'
const transcribe = (upload: string) => service.call('POST', '/v1/transcript', { key, body: { upload } })

async function uploaded(filename: string): Promise<string> {
  const body = { filename, content_type: 'application/x-subrip' }
  const target = (await service.call('POST', '/v1/uploads/sign', { key, body })).body as SignResponse
  await fetch(target.upload_url, { method: 'PUT', body: FILE, headers: target.upload_headers })
  return target.object_path
}

test('a bucket that is down is told so, and nothing is lost', async () => {
  const path = await uploaded('down.srt')
  s3.down = true
  const answer = await transcribe(path)
  s3.down = false
  expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
  expect(answer.text).not.toContain(s3.settings.S3_ENDPOINT)
  expect((await transcribe(path)).status).toBe(200)
})

test('a bucket that takes the question and says nothing is told so too', async () => {
  const path = await uploaded('silent.srt')
  setEnv({ S3_TIMEOUT_SECONDS: '1' })
  forgetSingleton('s3')
  s3.silent = true
  const answer = await transcribe(path)
  s3.silent = false
  expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
  setEnv({ S3_TIMEOUT_SECONDS: '30' })
  forgetSingleton('s3')
  expect((await transcribe(path)).status).toBe(200)
})
