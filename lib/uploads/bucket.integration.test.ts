import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
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

test('an unreachable bucket is reported, and nothing is lost', async () => {
  const path = await uploaded('down.srt')
  s3.down = true
  const answer = await transcribe(path)
  s3.down = false
  expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
  expect(answer.text).not.toContain(s3.settings.S3_ENDPOINT)
  expect((await transcribe(path)).status).toBe(200)
})

describe('a bucket that falls silent', () => {
  beforeAll(() => {
    setEnv({ S3_TIMEOUT_SECONDS: '1' })
    clearSingleton('s3')
  })
  afterAll(() => {
    setEnv({ S3_TIMEOUT_SECONDS: '30' })
    clearSingleton('s3')
  })

  test.each(['silent', 'stalled'] as const)('is reported when it is %s, and nothing is lost', async (state) => {
    const path = await uploaded(`${state}.srt`)
    s3[state] = true
    const answer = await transcribe(path)
    s3[state] = false
    expect(answer.body).toMatchObject({ status: 503, code: 'storage_unavailable' })
    expect((await transcribe(path)).status).toBe(200)
  })

  test('in the middle of a file that is read breaks it off, so that half is not taken for the whole', {
    tags: 'deep',
  }, async () => {
    const path = await uploaded('read.srt')
    expect((await transcribe(path)).status).toBe(200)
    s3.stalled = true
    const file = `/v1/uploads/${path.split('/')[1]}`
    await expect(service.call('GET', file, { key })).rejects.toThrow('silent')
    s3.stalled = false
    expect((await service.call('GET', file, { key })).text).toBe(FILE)
  })
})
