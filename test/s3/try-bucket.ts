import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { bucket, inBucket, loadS3 } from '@/lib/core/storage/s3/s3-client'
import { workDir } from '@/lib/core/storage/work-dir'
import type { JobStarted } from '@/lib/jobs/contract'
import type { SignResponse, UploadProgress } from '@/lib/uploads/contract'
import { loadPeaks, storePeaks } from '@/lib/uploads/peaks-file'
import { purgeAbandonedUploads, purgeOldUploads, purgeUnownedFiles } from '@/lib/uploads/purge-uploads'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, type Service } from '@/test/service'

const MIB = 1024 * 1024
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHello there.\n'
const tomorrow = () => new Date(Date.now() + 49 * 3_600_000)

/** The object of a name in the service's bucket, as its owner sees it; null: none. */
async function storedBytes(key: string): Promise<Uint8Array | null> {
  const { client, sdk } = await loadS3()
  try {
    const { Body } = await client.send(new sdk.GetObjectCommand(inBucket(key)))
    return (await Body?.transformToByteArray()) ?? null
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return null
    throw error
  }
}

/** Whether nothing is left in it. */
async function isEmpty(): Promise<boolean> {
  const { client, sdk } = await loadS3()
  const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket() }))
  return Contents.length === 0
}

/** The number of multipart uploads that are neither completed nor aborted. */
async function countUnfinished(): Promise<number> {
  const { client, sdk } = await loadS3()
  const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket() }))
  return Uploads.length
}

/** Puts a file there that the service knows nothing of. */
async function putStray(key: string): Promise<void> {
  const { client, sdk } = await loadS3()
  await client.send(new sdk.PutObjectCommand({ ...inBucket(key), Body: 'x' }))
}

/** The tests of uploads in the bucket that the service's settings name. `key` is a user's API key. */
export function tryBucket(service: Service, key: string): void {
  async function sign(filename: string, content_type: string, size_bytes?: number): Promise<SignResponse> {
    return (await service.call('POST', '/v1/uploads/sign', { key, body: { filename, content_type, size_bytes } })).body
  }

  async function put(target: SignResponse, body: BodyInit, headers: Record<string, string> = target.upload_headers) {
    return fetch(target.upload_url, { method: 'PUT', body, headers })
  }

  const idOf = ({ source_url }: SignResponse) => source_url.split('/').at(-1) ?? ''
  const keyOf = (target: SignResponse) => `uploads/${idOf(target)}`
  const isStored = async (target: SignResponse) => (await storedBytes(keyOf(target))) !== null
  const transcribe = (upload: string) => service.call('POST', '/v1/transcript', { key, body: { upload } })

  async function uploaded(
    filename: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
  ): Promise<SignResponse> {
    const target = await sign(filename, type)
    expect((await put(target, body)).status).toBe(200)
    return target
  }

  test('a waveform is stored beside its file, and removed with it', async () => {
    const target = await uploaded('wave.srt', 'application/x-subrip', SRT)
    // Only now the service knows that it is there.
    expect((await transcribe(target.object_path)).status).toBe(200)
    const upload = { id: idOf(target) }
    expect(await loadPeaks(upload)).toBeNull()
    const peaks = Uint8Array.from({ length: 800 }, (_, at) => at % 256)
    await storePeaks(upload, peaks)
    expect(await loadPeaks(upload)).toEqual(peaks)
    expect((await service.call('DELETE', `/v1/uploads/${upload.id}`, { key })).status).toBe(200)
    expect(await loadPeaks(upload)).toBeNull()
    await storePeaks(upload, peaks)
    expect(await loadPeaks(upload)).toBeNull()
  })

  test('a file goes straight to the bucket, is transcribed from there, and is read by its owner alone', async () => {
    const target = await uploaded('talk.srt', 'application/x-subrip', SRT)
    expect(new URL(target.upload_url).origin).toBe(env().S3_ENDPOINT)
    const answer = await transcribe(target.object_path)
    expect([answer.status, (answer.body as Transcript).segments?.[0]?.text]).toEqual([200, 'Hello there.'])
    const whole = await service.call('GET', target.source_url, { key })
    expect([whole.status, whole.text, whole.headers.get('content-type')]).toEqual([200, SRT, 'text/plain'])
    const range = await service.call('GET', target.source_url, { key, headers: { range: 'bytes=2-4' } })
    expect([range.status, range.text, range.headers.get('content-range')]).toEqual([
      206,
      SRT.slice(2, 5),
      `bytes 2-4/${SRT.length}`,
    ])
    const beyond = await service.call('GET', target.source_url, { key, headers: { range: 'bytes=999-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${SRT.length}`])
    const other = await newUser()
    expect((await service.call('GET', target.source_url, { key: other.apiKey })).status).toBe(404)
    const unsigned = await fetch(`${env().S3_ENDPOINT}/${env().S3_BUCKET}/${keyOf(target)}`)
    expect(unsigned.ok).toBe(false)
    expect(await unsigned.text()).not.toContain('Hello there.')
  })

  test('a recording is fetched from the bucket by the job, which leaves nothing on the disk', async () => {
    const target = await uploaded('speech.wav', 'audio/wav', await louderSpeech(2))
    const { job_id } = (await transcribe(target.object_path)).body as JobStarted
    const job = await ended(service, key, job_id)
    expect(job.status).toBe('done')
    expect(job.transcript?.text).toMatch(/\w/)
    await expect.poll(() => readdir(workDir())).toEqual([])
  })

  test('a file that its owner removes is gone from the bucket', async () => {
    const target = await uploaded('mine.srt', 'application/x-subrip', SRT)
    expect((await service.call('DELETE', target.source_url, { key })).status).toBe(200)
    expect(await isStored(target)).toBe(false)
    expect((await service.call('DELETE', target.source_url, { key })).status).toBe(404)
  })

  describe('the signature', () => {
    test('holds the sender to the type', async () => {
      const target = await sign('a.wav', 'audio/wav')
      expect((await put(target, 'x', { 'content-type': 'text/html' })).status).toBe(403)
      expect(await isStored(target)).toBe(false)
      expect((await put(target, 'x')).status).toBe(200)
    })

    test('holds the sender to an announced length', async () => {
      const target = await sign('a.wav', 'audio/wav', 10)
      for (const body of ['123456789', '12345678901']) expect((await put(target, body)).status).toBe(403)
      expect(await isStored(target)).toBe(false)
      expect((await put(target, '1234567890')).status).toBe(200)
    })

    test('is refused with one character changed', async () => {
      const { upload_url, upload_headers } = await sign('a.wav', 'audio/wav')
      const changed = upload_url.replace(/(?<=X-Amz-Signature=)./, (c) => (c === '0' ? '1' : '0'))
      expect((await fetch(changed, { method: 'PUT', body: 'x', headers: upload_headers })).status).toBe(403)
    })

    test('is for this file and this method alone', async () => {
      const target = await sign('a.wav', 'audio/wav')
      const other = target.upload_url.replace(idOf(target), idOf(await sign('b.wav', 'audio/wav')))
      expect((await fetch(other, { method: 'PUT', body: 'x', headers: target.upload_headers })).status).toBe(403)
      expect((await put(target, 'x')).status).toBe(200)
      expect((await fetch(target.upload_url, { headers: target.upload_headers })).status).toBe(403)
    })
  })

  describe('limits that the signature can’t hold', () => {
    test('a file over the limit is found out and removed', async () => {
      const target = await sign('big.srt', 'application/x-subrip')
      await put(target, 'x'.repeat(3 * MIB))
      setEnv({ UPLOAD_MAX_BYTES: String(2 * MIB) })
      const answer = await transcribe(target.object_path)
      setEnv({ UPLOAD_MAX_BYTES: String(2048 * MIB) })
      expect(answer.body).toMatchObject({ status: 413, code: 'file_too_large' })
      expect(await isStored(target)).toBe(false)
      expect((await transcribe(target.object_path)).status).toBe(404)
    })
  })

  describe('a file in parts', () => {
    const bytes = randomBytes(20 * MIB)

    async function state(target: SignResponse) {
      const answer = await service.call('GET', target.resumable_url ?? '')
      return { status: answer.status, headers: answer.headers, body: answer.body as UploadProgress }
    }
    const putPart = (part: UploadProgress['parts'][number]) =>
      fetch(part.url, { method: 'PUT', body: bytes.subarray(part.offset, part.offset + part.size_bytes) })

    test('continues where it stopped, and is one file in the end', async () => {
      const target = await sign('long.wav', 'audio/wav', bytes.length)
      const before = (await state(target)).body
      expect(before).toMatchObject({ protocol: 'parts', received_bytes: 0, complete: false })
      expect(before.parts.map(({ number, size_bytes }) => [number, size_bytes / MIB])).toEqual([
        [1, 8],
        [2, 8],
        [3, 4],
      ])
      const [first, second, third] = before.parts
      if (!first || !second || !third) throw new Error('there are three parts')
      expect((await putPart(second)).status).toBe(200)
      const short = await fetch(first.url, { method: 'PUT', body: bytes.subarray(0, 5) })
      expect(short.status).toBe(403)
      const after = (await state(target)).body
      expect([after.received_bytes, after.parts.map(({ number }) => number)]).toEqual([8 * MIB, [1, 3]])
      expect(after.complete).toBe(false)
      for (const part of after.parts) expect((await putPart(part)).status).toBe(200)
      const [one, other] = await Promise.all([state(target), state(target)])
      expect([one.body.complete, other.body.complete]).toEqual([true, true])
      expect(bytes.equals((await storedBytes(keyOf(target))) ?? Buffer.alloc(0))).toBe(true)
      expect((await state(target)).body).toMatchObject({ complete: true, received_bytes: bytes.length, parts: [] })
      const read = await service.call('HEAD', target.source_url, { key })
      expect(read.headers.get('content-length')).toBe(String(bytes.length))
    })

    test('that is abandoned is removed from the bucket, too', async () => {
      const target = await sign('left.wav', 'audio/wav', bytes.length)
      const [first] = (await state(target)).body.parts
      if (first) await putPart(first)
      expect(await countUnfinished()).toBe(1)
      await purgeAbandonedUploads(tomorrow())
      expect(await countUnfinished()).toBe(0)
      expect((await state(target)).status).toBe(410)
    })
  })

  test('expired uploads are deleted, and files without an upload', async () => {
    const target = await uploaded('old.srt', 'application/x-subrip', SRT)
    expect((await transcribe(target.object_path)).status).toBe(200)
    for (let count = 0; count < 5; count++) await putStray(`uploads/${crypto.randomUUID()}`)
    expect(await purgeOldUploads()).toBe(0)
    expect(await purgeUnownedFiles()).toBe(0)
    expect(await purgeOldUploads(new Date(Date.now() + 31 * 86_400_000))).toBeGreaterThan(0)
    expect(await isStored(target)).toBe(false)
    expect(await purgeUnownedFiles(tomorrow())).toBe(5)
    expect(await isEmpty()).toBe(true)
    const gone = await service.call('GET', target.source_url, { key })
    expect([gone.status, gone.body]).toMatchObject([410, { code: 'expired' }])
    expect((await transcribe(target.object_path)).body).toMatchObject({ status: 410, code: 'expired' })
    expect(await db().transcript.count()).toBeGreaterThan(0)
  })
}
