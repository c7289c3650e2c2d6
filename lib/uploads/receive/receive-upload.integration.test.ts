import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Transcript } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { newUser, upload, useService } from '@/test/service'
import type { SignResponse } from '../contract'
import { uploadUrl } from '../upload-address'

const PODCAST_HTML = '<html><cite>Ann:</cite><time>0:00</time><p>Hello.</p><time>0:05</time><p>Bye.</p></html>'
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nx\n'
const service = await useService()
const { apiKey: key } = await newUser()

async function sign(filename: string, content_type = 'audio/wav'): Promise<SignResponse> {
  return (await service.call('POST', '/v1/uploads/sign', { key, body: { filename, content_type } })).body
}

async function storedFiles(): Promise<string[]> {
  return readdir(path.join(env().dataDir, 'files', 'uploads')).catch(() => [])
}

test('a file is put once and read back by its owner alone, whole and in ranges', async () => {
  const target = await sign('a.wav')
  const put = await service.call('PUT', target.upload_url, { raw: 'RIFF-and-so-on' })
  expect(put.status).toBe(200)
  expect(put.body).toEqual({ object_path: target.object_path, size_bytes: 14 })

  const whole = await service.call('GET', target.source_url, { key })
  expect(whole.text).toBe('RIFF-and-so-on')
  expect(whole.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.wav")
  const range = await service.call('GET', target.source_url, { key, headers: { range: 'bytes=5-7' } })
  expect([range.status, range.text, range.headers.get('content-range')]).toEqual([206, 'and', 'bytes 5-7/14'])
  const beyond = await service.call('GET', target.source_url, { key, headers: { range: 'bytes=14-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */14'])

  const other = await newUser()
  expect((await service.call('GET', target.source_url, { key: other.apiKey })).status).toBe(404)
  expect((await service.call('GET', target.source_url)).status).toBe(401)

  const second = await service.call('PUT', target.upload_url, { raw: 'other bytes' })
  expect([second.status, second.body]).toMatchObject([410, { code: 'expired' }])
  expect((await service.call('GET', target.source_url, { key })).text).toBe('RIFF-and-so-on')
})

test('HEAD gives the length and keeps nothing open', async () => {
  const object_path = await upload(service, key, 'h.wav', 'RIFF'.repeat(50_000))
  const target = `/v1/uploads/${object_path.split('/')[1]}`
  const stored = `${env().dataDir}/files/${object_path.split('/').slice(0, 2).join('/')}`
  for (let i = 0; i < 5; i++) {
    const head = await service.call('HEAD', target, { key })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '200000'])
  }
  const open = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
    return (await Promise.all(links)).filter((file) => file === stored)
  }
  await expect.poll(open).toEqual([])
})

test('two concurrent PUTs leave one whole file, and the other is stopped or too late', async () => {
  const target = await sign('b.wav')
  const bodies = ['a'.repeat(300_000), 'b'.repeat(300_000)]
  const answers = await Promise.all(bodies.map((raw) => service.call('PUT', target.upload_url, { raw })))
  const statuses = answers.map(({ status }) => status).sort()
  expect([
    [200, 409],
    [200, 410],
  ]).toContainEqual(statuses)
  const { text } = await service.call('GET', target.source_url, { key })
  expect(bodies).toContain(text)
})

test('an expired target and one that was tampered with take nothing', async () => {
  const { source_url, upload_url } = await sign('c.wav')
  const id = source_url.split('/').at(-1) ?? ''
  const late = uploadUrl({ id, expiresAt: new Date(Date.now() - 1000) })
  expect((await service.call('PUT', late, { raw: 'x' })).body).toMatchObject({ status: 410, code: 'expired' })
  const longer = upload_url.replace(/expires=\d+/, `expires=${Date.now() + 9e9}`)
  expect((await service.call('PUT', longer, { raw: 'x' })).status).toBe(401)
  const unsigned = await service.call('PUT', source_url, { raw: 'x' })
  expect(unsigned.status).toBe(422)
  expect((await service.call('POST', '/v1/transcript', { key, body: { upload: source_url } })).status).toBe(404)
})

describe('a file over the limit', () => {
  const limit = 1_000_000

  test('is refused while it streams, and leaves nothing behind', async () => {
    setEnv({ UPLOAD_MAX_BYTES: String(limit) })
    const target = await sign('big.wav')
    const before = await storedFiles()
    let sent = 0
    const endless = Readable.toWeb(
      Readable.from(
        (function* () {
          for (; sent < 50; sent++) yield new Uint8Array(100_000)
        })(),
      ),
    ) as ReadableStream
    const answer = await service.call('PUT', target.upload_url, { raw: endless })
    expect(answer.body).toMatchObject({ status: 413, code: 'file_too_large', context: { max_bytes: limit } })
    expect(sent).toBeLessThan(50)
    expect(await storedFiles()).toEqual(before)
    // The target is not spent: a smaller file may still come.
    expect((await service.call('PUT', target.upload_url, { raw: 'small' })).status).toBe(200)
  })

  test('is refused unread when its length is announced', async () => {
    const target = await sign('big.wav')
    const headers = { 'content-length': String(limit + 1) }
    expect((await service.call('PUT', target.upload_url, { raw: 'x', headers })).status).toBe(413)
  })
})

test('a name with path separators and 300 characters is kept as a short name', async () => {
  const object_path = await upload(
    service,
    key,
    `../../etc/${'ä'.repeat(300)}.srt`,
    '1\n00:00:01,000 --> 00:00:02,000\nx\n',
  )
  const name = object_path.split('/').at(-1) ?? ''
  expect(object_path.split('/')).toHaveLength(3)
  expect([...name]).toHaveLength(120)
  expect(name).toMatch(/^ä+…\.srt$/)
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  expect((answer.body as Transcript).title).toMatch(/^ä+…$/)
})

test.each<[string, string, BodyInit, string]>([
  ['talk', '', SRT, 'text/plain'],
  ['talk.srt', 'application/x-srt', SRT, 'text/plain'],
  ['page.html', 'text/html', PODCAST_HTML, 'text/plain'],
  ['talk.html', 'text/html', 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n', 'text/vtt'],
  ['', '', 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n', 'text/vtt'],
  ['talk.webvtt', 'application/octet-stream', 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n', 'text/vtt'],
  ['clip.ts', 'text/vnd.trolltech.linguist', readFileSync('public/samples/captioned.mp4'), 'video/mp4'],
  ['clip.mpg', 'no type\r\nx-injected: é', readFileSync('public/samples/captioned.mp4'), 'video/mp4'],
])('%s of type "%s" is transcribed, and downloaded with the type of its content', async (name, type, raw, served) => {
  const target = await sign(name, type)
  expect((await service.call('PUT', target.upload_url, { raw })).status).toBe(200)
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: target.object_path } })
  expect([answer.status, (answer.body as Transcript).source]).toEqual([200, 'captions'])
  const { headers } = await service.call('GET', target.source_url, { key })
  expect(headers.get('content-type')).toBe(served)
})

test('a page under any name and type is refused with what it is, and is never sent to a browser as a page', async () => {
  const target = await sign('talk.mp3', 'text/html')
  await service.call('PUT', target.upload_url, { raw: '<!doctype html><script>alert(1)</script>' })
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: target.object_path } })
  expect(answer.body).toMatchObject({
    code: 'unsupported_media',
    detail: 'This is a web page. Paste the link of the recording, or upload it.',
  })
  const { headers } = await service.call('GET', target.source_url, { key })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment;/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a name or a type that is too long is refused before a file is sent', async () => {
  for (const body of [
    { filename: 'a'.repeat(1025), content_type: '' },
    { filename: 'a', content_type: 'a'.repeat(256) },
  ])
    expect((await service.call('POST', '/v1/uploads/sign', { key, body })).status).toBe(422)
})

describe('a file that is not what it says', () => {
  const run = (...args: string[]) => execFileSync('ffmpeg', ['-loglevel', 'error', ...args, '-'])
  const film = run('-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64:r=5', '-f', 'matroska')
  const captioned = readFileSync('public/samples/captioned.mp4')
  const cases: [string, BodyInit, number, string][] = [
    ['empty.mp3', '', 415, 'invalid_media'],
    ['one.mp3', 'x', 415, 'unsupported_media'],
    ['text.mp4', 'This is a letter, not a film. '.repeat(50), 415, 'unsupported_media'],
    ['list.mp4', "ffconcat version 1.0\nfile '/etc/passwd'\n", 415, 'unsupported_media'],
    ['playlist.mp4', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 415, 'unsupported_media'],
    ['talk.mp3', Buffer.from('PK\x03\x04\x14\0\0\0\b\0talk.mp3'), 415, 'unsupported_media'],
    ['film.mkv', film, 415, 'no_audio'],
    ['moov-last.mp4', cutBeforeIndex(captioned), 415, 'invalid_media'],
  ]

  test.each(cases)('%s', async (filename, bytes, status, code) => {
    const object_path = await upload(service, key, filename, bytes)
    const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
    expect(answer.body).toMatchObject({ status, code, detail: expect.stringMatching(/\.$/) })
    expect(await db().usageReservation.count()).toBe(0)
  })
})

/** A film whose index would come last, cut in the middle: its bytes are there, but not what they mean. */
function cutBeforeIndex(mp4: Buffer): BodyInit {
  const start = mp4.indexOf('moov') - 4
  const length = mp4.readUInt32BE(start)
  return Buffer.concat([mp4.subarray(0, start), mp4.subarray(start + length, start + length + 100_000)])
}
