import { afterAll, expect, test } from 'vitest'
import { startS3 } from '@/test/s3/start-s3'
import { tryBucket } from '@/test/s3/try-bucket'
import { newUser, useService } from '@/test/service'
import type { SignResponse } from './contract'

const s3 = await startS3()
afterAll(() => s3.close())
const service = await useService(s3.settings)
const { apiKey: key } = await newUser()

tryBucket(service, key)

test('a bucket that does not answer is told so, and nothing is lost', async () => {
  const body = { filename: 'down.srt', content_type: 'application/x-subrip' }
  const target = (await service.call('POST', '/v1/uploads/sign', { key, body })).body as SignResponse
  const file = '1\n00:00:01,000 --> 00:00:02,000\nHello there.\n'
  await fetch(target.upload_url, { method: 'PUT', body: file, headers: target.upload_headers })
  const transcribe = () => service.call('POST', '/v1/transcript', { key, body: { upload: target.object_path } })
  s3.down = true
  const answer = await transcribe()
  expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
  expect(answer.text).not.toContain(s3.settings.S3_ENDPOINT)
  s3.down = false
  expect((await transcribe()).status).toBe(200)
})
