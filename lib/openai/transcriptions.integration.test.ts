import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { useServedApi } from '@/test/openai/use-served-api'
import { newUser } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const engine = await startSpeechServer()
const { service, baseUrl } = await useServedApi({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: `${engine.url}/v1` })
afterAll(() => engine.close())

const speech = new Uint8Array(await readFile('test/fixtures/audio/jfk.wav'))
const SAID = { text: 'Ask not.', language: 'english' }

function formOf(fields: Record<string, string> = {}, bytes: Uint8Array<ArrayBuffer> = speech): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], 'address.wav', { type: 'audio/wav' }))
  form.set('model', 'whisper-1')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

function post(key: string, form: FormData, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Bearer ${key}`
  return fetch(`${baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization, ...headers },
    body: form,
  })
}

const secondsUsed = async (userId: string) =>
  (await db().usagePeriod.findFirst({ where: { userId } }))?.usedSeconds ?? 0

test('concurrent requests with the same file share one upload, one job and one charge', async () => {
  const { apiKey, userId } = await newUser()
  const answers = Promise.all([1, 2, 3].map(() => post(apiKey, formOf())))
  const request = await engine.next()
  await expect.poll(() => db().upload.count({ where: { userId } })).toBe(1)
  await request.answer(SAID)
  for (const answer of await answers) expect(await answer.json()).toMatchObject({ text: 'Ask not.' })
  expect(await db().job.count({ where: { callers: { some: { userId } } } })).toBe(1)
  expect(await secondsUsed(userId)).toBe(11)
  expect(await db().libraryItem.count({ where: { userId } })).toBe(1)
})

test('a client that goes away loses nothing: the same file again joins the job, and then gets its text', {
  tags: 'deep',
}, async () => {
  const { apiKey, userId } = await newUser()
  const gone = new AbortController()
  const left = fetch(`${baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: formOf(),
    signal: gone.signal,
  }).catch((error: unknown) => error)
  const request = await engine.next()
  gone.abort()
  expect(await left).toMatchObject({ name: 'AbortError' })
  const joined = post(apiKey, formOf())
  await expect.poll(() => db().upload.count({ where: { userId, state: 'signed' } })).toBe(0)
  await request.answer(SAID)
  expect(await (await joined).json()).toMatchObject({ text: 'Ask not.' })
  expect(await (await post(apiKey, formOf())).json()).toMatchObject({ text: 'Ask not.' })
  expect(await db().job.count({ where: { callers: { some: { userId } } } })).toBe(1)
  expect(await secondsUsed(userId)).toBe(11)
})

test('a file whose upload is deleted while it comes is refused, and nothing of it stays', async () => {
  const { apiKey, userId } = await newUser()
  const parts = new TransformStream<Uint8Array, Uint8Array>()
  const writer = parts.writable.getWriter()
  const head = '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n--b\r\n'
  const file = 'Content-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF'
  const answer = fetch(`${baseUrl}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: parts.readable,
    duplex: 'half',
  } as RequestInit)
  void writer.write(new TextEncoder().encode(head + file))
  const findUpload = () => db().upload.findFirst({ where: { userId } })
  await expect.poll(async () => (await findUpload())?.state).toBe('signed')
  const { id = '' } = (await findUpload()) ?? {}
  await expect
    .poll(() => readdir(path.join(service.dataDir, 'files', 'uploads')))
    .toContainEqual(expect.stringContaining(id))
  expect((await service.call('DELETE', `/v1/uploads/${id}`, { key: apiKey })).status).toBe(200)
  expect((await answer).status).toBe(410)
  await writer.abort().catch(() => undefined)
  expect(await findUpload()).toBeNull()
  expect(await readdir(path.join(service.dataDir, 'files', 'uploads'))).not.toContainEqual(expect.stringContaining(id))
})

test('a refused request does not affect concurrent requests with the same file', { tags: 'deep' }, async () => {
  const { apiKey, userId } = await newUser()
  const wrong = Array.from({ length: 6 }, () => post(apiKey, formOf({ model: 'none' })))
  const right = Array.from({ length: 6 }, () => post(apiKey, formOf()))
  await (await engine.next()).answer(SAID)
  for (const answer of await Promise.all(wrong)) expect(answer.status).toBe(404)
  for (const answer of await Promise.all(right))
    expect([answer.status, await answer.text()]).toMatchObject([200, expect.stringContaining('Ask not.')])
  expect(await db().upload.count({ where: { userId, state: { not: 'removed' } } })).toBe(1)
  expect(await secondsUsed(userId)).toBe(11)
})

test('the same file from another user is theirs: their own upload, job and charge', { tags: 'deep' }, async () => {
  const [one, other] = [await newUser(), await newUser()]
  for (const { apiKey, userId } of [one, other]) {
    const answer = post(apiKey, formOf())
    await (await engine.next()).answer({ text: `Said by ${userId}.`, language: 'english' })
    expect(await (await answer).json()).toMatchObject({ text: `Said by ${userId}.` })
    expect(await db().upload.count({ where: { userId } })).toBe(1)
    expect(await secondsUsed(userId)).toBe(11)
  }
})

test('a file whose transcript is in the trash is transcribed anew', { tags: 'deep' }, async () => {
  const { apiKey: key, userId } = await newUser()
  const first = post(key, formOf())
  await (await engine.next()).answer({ text: 'First.', language: 'english' })
  expect((await first).status).toBe(200)
  const item = await db().libraryItem.findFirstOrThrow({ where: { userId } })
  expect((await service.call('DELETE', `/v1/me/transcriptions/${item.id}`, { key })).status).toBe(204)
  const second = post(key, formOf())
  await (await engine.next()).answer({ text: 'Second.', language: 'english' })
  expect(await (await second).json()).toMatchObject({ text: 'Second.' })
})

describe('an Idempotency-Key', () => {
  test('is bound to its file and fields: the same request again gets the same text, another one is refused', async () => {
    const { apiKey, userId } = await newUser()
    const headers = { 'idempotency-key': 'one' }
    const first = post(apiKey, formOf(), headers)
    const request = await engine.next()
    const again = post(apiKey, formOf(), headers)
    await request.answer(SAID)
    for (const answer of [await first, await again, await post(apiKey, formOf(), headers)]) {
      expect(await answer.json()).toMatchObject({ text: 'Ask not.' })
    }
    for (const form of [formOf({ response_format: 'text' }), formOf({}, new Uint8Array([...speech, 0, 0]))]) {
      const refused = await post(apiKey, form, headers)
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'idempotency_key_reused' } }])
    }
    expect(await db().upload.count({ where: { userId } })).toBe(1)
    expect(await secondsUsed(userId)).toBe(11)
  })
})

test('a stream ends when the key that opened it is regenerated', async () => {
  const { apiKey: key } = await newUser()
  const stream = await post(key, formOf({ stream: 'true' }))
  const asked = await engine.next()
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect((await service.call('POST', '/v1/me/api-key/regenerate', { key })).status).toBe(200)
  expect(await stream.text()).not.toContain('done')
  await asked.answer(SAID)
})

test('a text without times of words is refused to who asks for words, and stays for other formats', async () => {
  const { apiKey, userId } = await newUser()
  const words = { response_format: 'verbose_json', 'timestamp_granularities[]': 'word' }
  const refused = post(apiKey, formOf(words))
  await (await engine.next()).answer(SAID)
  const answer = await refused
  expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([400, 'false'])
  const error = { type: 'invalid_request_error', code: 'words_unavailable', param: 'timestamp_granularities[]' }
  expect(await answer.json()).toMatchObject({ error: { ...error, message: expect.stringContaining('segments') } })
  const segments = await post(apiKey, formOf({ response_format: 'verbose_json' }))
  expect(await segments.json()).toMatchObject({ segments: [{ text: 'Ask not.' }] })
  expect(await secondsUsed(userId)).toBe(11)
})

test('a file without a name, and one whose name has no extension, are recognised by their content', async () => {
  const { apiKey } = await newUser()
  const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello there.\n')
  for (const name of ['', '; filename=""', '; filename="upload"']) {
    const part = (head: string) => Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
    const file = part(`name="file"${name}`)
    const body = Buffer.concat([
      part('name="model"'),
      Buffer.from('whisper-1\r\n'),
      file,
      bytes,
      Buffer.from('\r\n--b--'),
    ])
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await fetch(`${baseUrl}/v1/audio/transcriptions`, { method: 'POST', headers, body })
    expect([name, await answer.json()]).toMatchObject([name, { text: 'Hello there.' }])
  }
})

test('subtitles name no speakers where none were requested, and diarized JSON does', async () => {
  const { apiKey } = await newUser()
  const captions = new TextEncoder().encode('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ann>Ask not.\n')
  const ask = async (response_format: string) => (await post(apiKey, formOf({ response_format }, captions))).text()
  expect(await ask('diarized_json')).toContain('"speaker":"Ann"')
  for (const format of ['vtt', 'srt', 'text', 'json']) expect(await ask(format)).not.toContain('Ann')
})

test('one of the languages that may be spoken, and keywords, are passed on to the engine', {
  tags: 'deep',
}, async () => {
  const { apiKey } = await newUser()
  const form = formOf({ model: 'gpt-transcribe', 'languages[]': 'de', 'keywords[]': 'Kennedy' })
  form.append('keywords[]', 'Bundestag')
  const answer = post(apiKey, form)
  const request = await engine.next()
  expect([request.language, request.prompt]).toEqual(['de', 'Kennedy, Bundestag'])
  await request.answer({ text: 'Frage nicht.', language: 'german' })
  expect((await answer).status).toBe(200)
})

test('an unknown path of the API of OpenAI, or of its clients, is refused in the shape of OpenAI', async () => {
  const { apiKey: key } = await newUser()
  const error = { error: { code: 'not_found', type: 'invalid_request_error' } }
  for (const path of ['/v1/audio/translations', '/v1/models/a/b'])
    expect(await service.call('POST', path, { key })).toMatchObject({ status: 404, body: error })
  const headers = { 'user-agent': 'OpenAI/Python 2.1.0', 'x-stainless-lang': 'python' }
  expect(await service.call('POST', '/v1/embeddings', { key, headers })).toMatchObject({ status: 404, body: error })
  expect((await service.call('POST', '/v1/embeddings', { key })).body).toMatchObject({ code: 'not_found', status: 404 })
})

test('a form of another service of Verbatim is understood: one may transcribe with another', {
  tags: 'deep',
}, async () => {
  const { apiKey } = await newUser()
  const asked = {
    response_format: 'verbose_json',
    prompt: 'A name',
    temperature: '0',
  }
  const answer = post(apiKey, formOf({ ...asked, language: 'de' }))
  const request = await engine.next()
  expect([request.language, request.prompt]).toEqual(['de', 'A name'])
  await request.answer({ text: 'Frage nicht.', language: 'german' })
  expect(await (await answer).json()).toMatchObject({ language: 'german', text: 'Frage nicht.' })
})
