import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { env, setEnv } from '@/lib/core/env'
import { openAiErrorSchema } from '@/lib/core/problem/to-openai-error'
import { useServedApi } from '@/test/openai/use-served-api'
import { propertyRuns } from '@/test/property-runs'
import { newUser } from '@/test/service'

const { service, port } = await useServedApi()
const CAPTIONS = 'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nHello there, all of you.\n'
const B = '----a-boundary'
const TYPE = `multipart/form-data; boundary=${B}`

let user: NewUser
beforeAll(async () => {
  user = await newUser()
})

const field = (name: string, value: string) =>
  `--${B}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name = 'talk.vtt', content = CAPTIONS, as = 'file') =>
  `--${B}\r\nContent-Disposition: form-data; name="${as}"; filename="${name}"\r\nContent-Type: text/vtt\r\n\r\n${content}\r\n`
const END = `--${B}--\r\n`
const MODEL = field('model', 'whisper-1')

type Answer = { status: number; body: unknown; headers: http.IncomingHttpHeaders }

/** Sends a body unchanged, or in pieces if it is a list. */
async function send(body: string | readonly string[], headers: http.OutgoingHttpHeaders = {}): Promise<Answer> {
  const request = http.request({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: '/v1/audio/transcriptions',
    headers: { authorization: `Bearer ${user.apiKey}`, 'content-type': TYPE, ...headers },
  })
  // A request that is refused before its end is broken off while it is sent.
  request.on('error', () => undefined)
  const response = once(request, 'response') as Promise<[http.IncomingMessage]>
  for (const piece of [body].flat()) request.write(piece)
  request.end()
  const [answer] = await response
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(await text(answer)) }
}

async function refusal(body: string | readonly string[], headers: http.OutgoingHttpHeaders = {}) {
  const answer = await send(body, headers)
  const { error } = openAiErrorSchema.parse(answer.body)
  return [answer.status, error.code, error.param]
}

/** Sends a body in two pieces, of which the second comes by itself. */
function sendCut(body: string, at: number) {
  const bytes = new TextEncoder().encode(body)
  const raw = Readable.toWeb(Readable.from([bytes.slice(0, at), bytes.slice(at)])) as ReadableStream<Uint8Array>
  return service.call('POST', '/v1/audio/transcriptions', { key: user.apiKey, raw, headers: { 'content-type': TYPE } })
}

async function filesOnDisk(): Promise<string[]> {
  const folder = path.join(env().dataDir, 'files', 'uploads')
  return readdir(folder).catch(() => [])
}

test('a form whose fields come before or after its file is transcribed', async () => {
  expect(await send([MODEL, file(), END])).toMatchObject({ status: 200, body: { text: 'Hello there, all of you.' } })
  expect(await send([file(), MODEL, END])).toMatchObject({ status: 200, body: { text: 'Hello there, all of you.' } })
  expect(await db().upload.count()).toBe(1)
  expect(await filesOnDisk()).toHaveLength(1)
})

describe('a hostile form is refused in the shape of OpenAI, and leaves no file', () => {
  let before: string[]
  beforeAll(async () => {
    before = await filesOnDisk()
  })
  afterEach(async () => {
    expect(await filesOnDisk()).toEqual(before)
    expect(await db().upload.count()).toBe(before.length)
  })

  // Another file each time: the same one would be stored already.
  const other = (at: number) => CAPTIONS.replace('Hello', `Hello ${at}`)
  const sample = (at: number) => file('talk.vtt', other(at))

  test.each<[string, string | string[], http.OutgoingHttpHeaders, unknown[]]>([
    [
      'without a boundary',
      file() + MODEL + END,
      { 'content-type': 'multipart/form-data' },
      [400, 'form_invalid', null],
    ],
    ['of another type', '{}', { 'content-type': 'application/json' }, [400, 'form_invalid', null]],
    ['with nothing in it', '', {}, [400, 'form_invalid', null]],
    ['that is no form', 'hello', {}, [400, 'form_invalid', null]],
    ['with another boundary', sample(1).replaceAll(B, 'other') + END, {}, [400, 'missing', 'file']],
    ['without a file', MODEL + END, {}, [400, 'missing', 'file']],
    ['whose file is a text field', MODEL + field('file', 'address.wav') + END, {}, [400, 'unsupported_media', 'file']],
    ['whose file has another name', MODEL + file('a.vtt', other(2), 'audio') + END, {}, [400, 'missing', 'file']],
    ['with two files', MODEL + sample(3) + sample(4) + END, {}, [400, 'form_invalid', null]],
    ['without a model', sample(5) + END, {}, [400, 'missing', 'model']],
    ['that ends within its file', MODEL + sample(6).slice(0, -20), {}, [400, 'form_invalid', null]],
    ['that ends before its last boundary', MODEL + sample(7), {}, [400, 'form_invalid', null]],
    ['that ends within a header', `${MODEL}--${B}\r\nContent-Disposition: form-d`, {}, [400, 'form_invalid', null]],
    [
      'with a giant field',
      sample(8) + field('model', 'm'.repeat(300_000)) + END,
      {},
      [400, 'string_too_long', 'model'],
    ],
    [
      'whose model comes after hundreds of fields',
      sample(9) + Array.from({ length: 300 }, (_, at) => field(`x${at}`, 'y')).join('') + MODEL + END,
      {},
      [400, 'missing', 'model'],
    ],
    ['with a NUL in a field', sample(10) + field('model', 'a\0b') + END, {}, [400, 'string_unicode', 'model']],
    ['with an unknown model', sample(11) + field('model', '__proto__') + END, {}, [404, 'model_not_found', 'model']],
    ['with fields of an object', sample(12) + field('__proto__', 'x') + END, {}, [400, 'missing', 'model']],
    [
      'with a wrong format',
      sample(13) + MODEL + field('response_format', 'xml') + END,
      {},
      [400, expect.any(String), 'response_format'],
    ],
    [
      'with an unknown granularity',
      sample(14) + MODEL + field('timestamp_granularities[]', 'letter') + END,
      {},
      [400, expect.any(String), 'timestamp_granularities[].0'],
    ],
    [
      'with a file of another kind',
      MODEL + file('page.html', '<p>').replace('text/vtt', 'text/html') + END,
      {},
      [400, 'unsupported_media', 'file'],
    ],
    [
      'with an Idempotency-Key of letters elsewhere',
      MODEL + sample(15) + END,
      { 'idempotency-key': '' },
      [400, expect.any(String), 'idempotency-key'],
    ],
    ['without a credential', MODEL + sample(16) + END, { authorization: '' }, [401, 'missing_credentials', null]],
    [
      'with a wrong credential',
      MODEL + sample(17) + END,
      { authorization: 'Bearer sk-a' },
      [401, 'invalid_api_key', null],
    ],
  ])('%s', async (_, body, headers, expected) => {
    expect(await refusal(body, headers)).toEqual(expected)
  })

  test('with a part of many or of giant headers', async () => {
    const withHeaders = (headers: string) => sample(20).replace('\r\nContent-Type', `\r\n${headers}Content-Type`)
    const many = Array.from({ length: 5_000 }, (_, at) => `X-${at}: ${at}\r\n`).join('')
    const giant = `X-Giant: ${'a'.repeat(2_000_000)}\r\n`
    for (const headers of [many, giant]) {
      const [status] = await refusal(withHeaders(headers) + END)
      expect(status).toBe(400)
    }
  })

  test('that is larger than a file may be', async () => {
    onTestFinished(() => void setEnv({ UPLOAD_MAX_BYTES: String(10 * 1024 ** 3) }))
    setEnv({ UPLOAD_MAX_BYTES: '1000' })
    const large = MODEL + file('talk.vtt', other(21).padEnd(5_000)) + END
    const announced = { 'content-length': String(Buffer.byteLength(large)) }
    expect(await refusal(large)).toEqual([413, 'file_too_large', null])
    expect(await refusal(large, announced)).toEqual([413, 'file_too_large', null])
  })

  test('that is endless, or announces to be', async () => {
    onTestFinished(() => void setEnv({ UPLOAD_MAX_BYTES: String(10 * 1024 ** 3) }))
    setEnv({ UPLOAD_MAX_BYTES: '1000' })
    const endless = Array.from({ length: 200 }, () => field('x', 'y'.repeat(100_000)))
    expect(await refusal([...endless, END])).toEqual([413, 'file_too_large', null])
    const announced = { 'content-length': String(100 * 1024 ** 2), expect: '100-continue' }
    expect(await refusal('', announced)).toEqual([413, 'file_too_large', null])
  })

  test('that does not fit into the storage of the account', async () => {
    onTestFinished(() => void setEnv({ UPLOAD_QUOTA_BYTES: String(20 * 1024 ** 3) }))
    setEnv({ UPLOAD_QUOTA_BYTES: '50' })
    expect(await refusal(MODEL + sample(22) + END)).toEqual([413, 'upload_quota_exceeded', null])
  })

  test('with a sender that disconnects in the middle of the file', async () => {
    const socket = net.connect(port, '127.0.0.1')
    const head = ['POST /v1/audio/transcriptions HTTP/1.1', 'Host: a', `Authorization: Bearer ${user.apiKey}`]
    socket.write([...head, `Content-Type: ${TYPE}`, 'Content-Length: 1000000', '', ''].join('\r\n'))
    socket.write(MODEL + sample(23))
    await expect.poll(() => db().upload.count({ where: { state: 'signed' } })).toBe(1)
    socket.destroy()
    await expect.poll(() => db().upload.count()).toBe(before.length)
    await expect.poll(filesOnDisk).toEqual(before)
  })

  test('with any pieces in any order, cut anywhere', async () => {
    const piece = fc.oneof(
      fc.constantFrom(MODEL, file('a.html', '<p>'), field('file', 'x'), `--${B}\r\n`, `--${B}`, '\r\n\r\n', '--', '\0'),
      fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed()),
    )
    const forms = fc.record({ pieces: fc.array(piece, { maxLength: 8 }), cut: fc.nat(600) })
    await fc.assert(
      fc.asyncProperty(forms, async ({ pieces, cut }) => {
        const answer = await sendCut(pieces.join(''), cut)
        expect([400, 404], answer.text).toContain(answer.status)
      }),
      { numRuns: propertyRuns(200) },
    )
  })
})

test('bytes after the form are not waited for', async () => {
  const answer = await sendCut(`${MODEL}${file()}${END}\r\nmore`, -4)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Hello there')])
  // Without a part before its end, too.
  expect((await sendCut(`--${B}\r\n${END}more`, -4)).status).toBe(400)
})
