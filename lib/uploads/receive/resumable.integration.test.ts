import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { partFile, storedFile } from '@/lib/core/storage/stored-file'
import { holdRows, untilWaiting } from '@/test/hold-rows'
import { newUser, useService } from '@/test/service'
import { TUS } from '@/test/tus-headers'
import type { SignResponse } from '../contract'
import { purgeAbandonedUploads, purgeOldUploads, purgeUnownedFiles } from '../purge-uploads'
import { resumableUrl } from '../upload-address'

const service = await useService()
const { apiKey: key } = await newUser()
const BYTES = randomBytes(300_000)
const HOUR_MS = 3_600_000
const tomorrow = () => new Date(Date.now() + 49 * HOUR_MS)

async function sign(size_bytes: number | null = BYTES.length, as = key): Promise<SignResponse> {
  const body = { filename: 'long.wav', content_type: 'audio/wav', size_bytes }
  return (await service.call('POST', '/v1/uploads/sign', { key: as, body })).body
}

const idOf = ({ source_url }: SignResponse) => source_url.split('/').at(-1) ?? ''
const fileOf = (target: SignResponse) => storedFile(`uploads/${idOf(target)}`)

function append(target: SignResponse, offset: number | string, raw: BodyInit) {
  const headers = { 'upload-offset': String(offset), ...TUS }
  return service.call('PATCH', target.resumable_url ?? '', { raw, headers })
}

async function offset(target: SignResponse) {
  const { status, headers } = await service.call('HEAD', target.resumable_url ?? '')
  return [status, headers.get('upload-offset'), headers.get('upload-length'), headers.get('tus-resumable')]
}

/** Bytes of a connection that gives some and then breaks, or then says nothing any more. */
function breaking(bytes: Uint8Array, end: 'break' | 'hang'): ReadableStream {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (!sent) controller.enqueue(bytes)
      else if (end === 'break') controller.error(new Error('the connection was lost'))
      else return new Promise<void>(() => undefined)
      sent = true
    },
  })
}

test('a file arrives in several parts and equals what was sent', async () => {
  const target = await sign()
  expect(await offset(target)).toEqual([200, '0', '300000', '1.0.0'])
  const first = await append(target, 0, BYTES.subarray(0, 100_000))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100000'])
  expect((await service.call('GET', target.resumable_url ?? '')).body).toMatchObject({ complete: false })
  expect((await service.call('GET', target.source_url, { key })).status).toBe(404)
  expect((await append(target, 100_000, BYTES.subarray(100_000))).headers.get('upload-offset')).toBe('300000')
  expect((await service.call('GET', target.resumable_url ?? '')).body).toMatchObject({
    complete: true,
    object_path: target.object_path,
  })
  expect((await readFile(fileOf(target))).equals(BYTES)).toBe(true)
  expect((await service.call('GET', target.source_url, { key })).status).toBe(200)
  expect(await offset(target)).toEqual([200, '300000', '300000', '1.0.0'])
  expect((await append(target, 300_000, 'more')).status).toBe(410)
})

test('bytes received before the connection broke are kept', async () => {
  const target = await sign()
  await append(target, 0, breaking(BYTES.subarray(0, 70_000), 'break'))
  expect(await offset(target)).toEqual([200, '70000', '300000', '1.0.0'])
  expect((await append(target, 70_000, BYTES.subarray(70_000))).status).toBe(204)
  expect((await readFile(fileOf(target))).equals(BYTES)).toBe(true)
})

test('a returning client takes over from a connection that hangs', async () => {
  const target = await sign()
  const hanging = append(target, 0, breaking(BYTES.subarray(0, 70_000), 'hang'))
  await expect
    .poll(() =>
      stat(partFile(`uploads/${idOf(target)}`)).then(
        (s) => s.size,
        () => 0,
      ),
    )
    .toBe(70_000)
  expect(await offset(target)).toEqual([200, '70000', '300000', '1.0.0'])
  expect((await hanging).body).toMatchObject({ code: 'upload_incomplete' })
  expect((await append(target, 70_000, BYTES.subarray(70_000))).status).toBe(204)
  expect((await readFile(fileOf(target))).equals(BYTES)).toBe(true)
})

test('concurrent connections never mix: a whole file remains', async () => {
  const target = await sign()
  const answers = await Promise.all([append(target, 0, BYTES), append(target, 0, BYTES), append(target, 0, BYTES)])
  expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1)
  const [, reached] = await offset(target)
  if (reached !== '300000') {
    expect((await append(target, Number(reached), BYTES.subarray(Number(reached)))).status).toBe(204)
  }
  expect((await readFile(fileOf(target))).equals(BYTES)).toBe(true)
})

test.each(['1', '-5', '', 'x', '9e3', '300001'])('from an offset %j nothing is taken', async (wrong) => {
  const target = await sign()
  const answer = await append(target, wrong, BYTES)
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { code: 'upload_incomplete', context: { received_bytes: 0 } },
  ])
  expect(await offset(target)).toEqual([200, '0', '300000', '1.0.0'])
})

test('more than was announced is refused, and does not become the file', async () => {
  const target = await sign()
  const answer = await append(target, 0, Readable.toWeb(Readable.from([BYTES, Buffer.from('!')])) as ReadableStream)
  expect([answer.status, answer.body]).toMatchObject([413, { code: 'file_too_large' }])
  expect((await service.call('GET', target.source_url, { key })).status).toBe(404)
})

describe('the protocol', () => {
  const patch = async (headers: Record<string, string>) => {
    const target = await sign()
    const sent = { raw: BYTES, headers: { 'upload-offset': '0', ...headers } }
    const answer = await service.call('PATCH', target.resumable_url ?? '', sent)
    expect((await offset(target))[1]).toBe('0')
    return answer
  }

  test.each([{}, { 'tus-resumable': '0.2.2' }])('in another version is refused: %j', async (version) => {
    const { status, body, headers } = await patch({ 'content-type': TUS['content-type'], ...version })
    expect([status, body]).toMatchObject([412, { code: 'unsupported_protocol' }])
    expect([headers.get('tus-resumable'), headers.get('tus-version')]).toEqual(['1.0.0', '1.0.0'])
  })

  test('in another version is refused when it asks for the offset', async () => {
    const { resumable_url } = await sign()
    const answer = await service.call('HEAD', resumable_url ?? '', { headers: { 'tus-resumable': '0.2.2' } })
    expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })

  test.each(['application/octet-stream', 'application/json'])('takes no bytes of type %s', async (type) => {
    const answer = await patch({ 'tus-resumable': '1.0.0', 'content-type': type })
    expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([415, '1.0.0'])
    expect(answer.body).toMatchObject({ code: 'unsupported_media', detail: expect.stringContaining('offset+octet') })
  })

  test('is named in the response to OPTIONS, also to another origin', async () => {
    const { status, headers } = await service.call('OPTIONS', (await sign()).resumable_url ?? '')
    expect([status, Object.fromEntries(headers)]).toMatchObject([
      204,
      {
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'expiration',
        'tus-max-size': '2147483648',
        'access-control-allow-methods': 'GET, PATCH, OPTIONS',
        'access-control-allow-headers': expect.stringMatching(/Tus-Resumable, Upload-Offset/),
        'access-control-expose-headers': expect.stringMatching(/Upload-Expires, Upload-Length, Upload-Offset/),
      },
    ])
  })

  test('says when an upload expires, until it is complete', async () => {
    const target = await sign()
    const expires = Number(new URL(target.resumable_url ?? '').searchParams.get('expires'))
    const until = new Date(expires).toUTCString()
    const head = await service.call('HEAD', target.resumable_url ?? '')
    const first = await append(target, 0, BYTES.subarray(0, 1000))
    const last = await append(target, 1000, BYTES.subarray(1000))
    const told = [head, first, last].map(({ headers }) => headers.get('upload-expires'))
    expect(told).toEqual([until, until, null])
  })
})

test('the address is signed for this alone, and runs out', async () => {
  const target = await sign()
  const url = target.resumable_url ?? ''
  expect(new URL(url).searchParams.get('signature')).not.toBe(new URL(target.upload_url).searchParams.get('signature'))
  const crossed = url.replace(/\?.*/, new URL(target.upload_url).search)
  const tampered = url.replace(/expires=\d+/, `expires=${Date.now() + 9e9}`)
  for (const wrong of [crossed, tampered]) {
    for (const method of ['GET', 'HEAD', 'PATCH']) {
      expect((await service.call(method, wrong, { headers: TUS })).status).toBe(401)
    }
  }
  const late = resumableUrl(idOf(target), new Date(Date.now() - 1000))
  expect((await service.call('GET', late)).status).toBe(410)
  expect((await service.call('GET', url.replace(/\?.*/, ''))).status).toBe(422)
  expect((await sign(null)).resumable_url).toBeNull()
})

test.each([0, -1, 1.5, 'ten', 2 ** 60])('%j is no length', async (size_bytes) => {
  const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes }
  const answer = await service.call('POST', '/v1/uploads/sign', { key, body })
  expect([413, 422]).toContain(answer.status)
})

describe('the room of a user', () => {
  const quota = 1000
  afterEach(() => void setEnv({ UPLOAD_QUOTA_BYTES: String(20 * 1024 ** 3) }))
  const put = (target: SignResponse, bytes: number) =>
    service.call('PUT', target.upload_url, { raw: new Uint8Array(bytes) })

  test('is never exceeded by concurrent uploads', async () => {
    const user = await newUser()
    setEnv({ UPLOAD_QUOTA_BYTES: String(quota) })
    const targets = await Promise.all(Array.from({ length: 8 }, () => sign(null, user.apiKey)))
    const answers = await Promise.all(targets.map((target) => put(target, 300)))
    const { _sum } = await db().upload.aggregate({ _sum: { sizeBytes: true }, where: { userId: user.userId } })
    expect(Number(_sum.sizeBytes)).toBeLessThanOrEqual(quota)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ status: 413 })
  })

  test('is never promised twice to announced files that are signed concurrently', async () => {
    const user = await newUser()
    setEnv({ UPLOAD_QUOTA_BYTES: String(quota) })
    const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 300 }
    const ask = () => service.call('POST', '/v1/uploads/sign', { key: user.apiKey, body })
    const release = await holdRows('select from users where id = $1 for update', [user.userId])
    const asking = Promise.all(Array.from({ length: 6 }, ask))
    await untilWaiting(6)
    await release()
    expect((await asking).filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await db().upload.count({ where: { userId: user.userId } })).toBe(3)
  })

  test('is kept for an announced file, and free again when one is removed', async () => {
    const user = await newUser()
    setEnv({ UPLOAD_QUOTA_BYTES: String(quota) })
    const target = await sign(800, user.apiKey)
    const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 300 }
    const ask = () => service.call('POST', '/v1/uploads/sign', { key: user.apiKey, body })
    expect((await ask()).body).toMatchObject({
      code: 'upload_quota_exceeded',
      context: { quota_bytes: 1000, used_bytes: 800 },
    })
    expect((await put(target, 800)).status).toBe(200)
    expect((await service.call('DELETE', target.source_url, { key })).status).toBe(404)
    expect((await service.call('DELETE', target.source_url, { key: user.apiKey })).status).toBe(200)
    await expect(stat(fileOf(target))).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await service.call('GET', target.source_url, { key: user.apiKey })).status).toBe(410)
    expect((await ask()).status).toBe(200)
  })
})

describe('leftovers', () => {
  test('unused targets are purged with their partial files, and no others', async () => {
    const [left, fresh] = [await sign(), await sign()]
    await append(left, 0, BYTES.subarray(0, 10))
    await db().upload.update({
      where: { id: idOf(left) },
      data: { expiresAt: new Date(0), resumableUntil: new Date(0) },
    })
    await purgeAbandonedUploads()
    expect((await service.call('GET', left.resumable_url ?? '')).status).toBe(410)
    await expect(stat(partFile(`uploads/${idOf(left)}`))).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await offset(fresh))[0]).toBe(200)
  })

  test('a file is kept while a job is at it, and for as long as set after that', async () => {
    const target = await sign()
    await append(target, 0, BYTES)
    const id = idOf(target)
    const media = await db().media.create({ data: { id: newId(), platform: 'upload', videoId: id, url: id } })
    const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en' } })
    const later = new Date(Date.now() + 31 * 24 * HOUR_MS)
    const isThere = async () => (await service.call('HEAD', target.source_url, { key })).status
    await purgeOldUploads(later)
    expect(await isThere()).toBe(200)
    await db().job.update({ where: { id: job.id }, data: { status: 'done', finishedAt: later } })
    await purgeOldUploads(later)
    expect(await isThere()).toBe(200)
    setEnv({ UPLOAD_RETENTION: 'keep' })
    await purgeOldUploads(new Date(later.getTime() + 1000 * 24 * HOUR_MS))
    expect(await isThere()).toBe(200)
    setEnv({ UPLOAD_RETENTION: '12h' })
    await purgeOldUploads(new Date(later.getTime() + 13 * HOUR_MS))
    expect(await isThere()).toBe(410)
    setEnv({ UPLOAD_RETENTION: '30d' })
  })

  test('a file that comes when its upload is gone does not stay', async () => {
    const target = await sign(null)
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const body = new ReadableStream({
      async pull(controller) {
        await arrived
        controller.enqueue(BYTES)
        controller.close()
      },
    })
    const put = service.call('PUT', target.upload_url, { raw: body })
    await expect.poll(() => db().upload.count({ where: { id: idOf(target), sizeBytes: { not: null } } })).toBe(1)
    await db().upload.delete({ where: { id: idOf(target) } })
    arrive()
    expect((await put).status).toBe(410)
    await expect(stat(fileOf(target))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('files without an owner go the next day, those with one stay', async () => {
    const target = await sign()
    await append(target, 0, BYTES.subarray(0, 10))
    const stray = storedFile(`uploads/${newId()}`)
    await writeFile(stray, 'x')
    expect(await purgeUnownedFiles()).toBe(0)
    await purgeUnownedFiles(tomorrow())
    await expect(stat(stray)).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await offset(target))[1]).toBe('10')
  })
})
