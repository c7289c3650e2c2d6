import { createHash } from 'node:crypto'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import {
  type AssemblyaiServer,
  type Outcome,
  spokenWords,
  startAssemblyaiServer,
} from '@/test/speech/assemblyai-server'
import { createAssemblyaiEngine } from './create-assemblyai-engine'

const jfk = fileURLToPath(new URL('../../../test/fixtures/audio/jfk.mp3', import.meta.url))
const ADDRESS = 'https://media.example.org/episode.mp3?token=let-me-in'
const SECRET = 'the webhook secret'
const signal = new AbortController().signal
const submitParams = { lang: null, webhookUrl: null, signal }

let server: AssemblyaiServer
let folder: string

const engine = (changes: Partial<Parameters<typeof createAssemblyaiEngine>[0]> = {}) =>
  createAssemblyaiEngine({ apiKey: server.apiKey, baseUrl: `${server.url}/`, webhookSecret: SECRET, ...changes })

const transcribed = (text: string | null, more: Partial<Outcome> = {}): Outcome => ({
  text,
  words: text === null ? null : spokenWords(text),
  audio_duration: 11,
  ...more,
})

/** The outcome of a recording whose transcript ends in this way, polled to its end. */
async function follow(outcome: Outcome, lang: string | null = null) {
  server.outcomes = [outcome]
  const id = await engine().submit({ kind: 'url', url: ADDRESS }, { ...submitParams, lang })
  const states = [await engine().poll(id, signal), await engine().poll(id, signal)]
  return [...states, await engine().poll(id, signal)]
}

/** The thrown error, with all that a log could write of it. */
async function failureOf(work: Promise<unknown>) {
  const error = await work.then(() => null).catch((reason: unknown) => reason)
  return { error, inFull: inspect(error, { depth: 9, showHidden: true }) }
}

beforeEach(async () => {
  server = await startAssemblyaiServer()
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-assemblyai-'))
})

afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('a file is uploaded byte by byte, then transcribed', async () => {
  server.outcomes = [transcribed('And so, my fellow Americans: ask not.')]
  const id = await engine().submit({ kind: 'file', path: jfk }, submitParams)
  const sha256 = createHash('sha256')
    .update(await readFile(jfk))
    .digest('hex')
  expect(server.uploads).toEqual([{ url: expect.any(String), bytes: (await stat(jfk)).size, sha256 }])
  expect(server.submitted).toEqual([
    {
      audio_url: server.uploads[0]?.url,
      speech_models: ['universal-3-5-pro', 'universal-2'],
      language_detection: true,
    },
  ])
  expect(await engine().poll(id, signal)).toEqual({ status: 'running' })
})

test('a file of any size is streamed', async () => {
  const file = path.join(folder, 'long.wav')
  const sparse = await open(file, 'w')
  await sparse.truncate(150_000_000)
  await sparse.close()
  server.outcomes = [transcribed('Hello.')]
  await engine().submit({ kind: 'file', path: file }, submitParams)
  expect(server.uploads.map(({ bytes }) => bytes)).toEqual([150_000_000])
})

test('a file that is larger than it takes is not sent', async () => {
  const file = path.join(folder, 'huge.wav')
  const sparse = await open(file, 'w')
  await sparse.truncate(2_200_000_001)
  await sparse.close()
  const work = engine().submit({ kind: 'file', path: file }, submitParams)
  await expect(work).rejects.toMatchObject({ code: 'file_too_large', context: { max_bytes: 2_200_000_000 } })
  expect(server.uploads).toEqual([])
})

test('a public address is passed on with the language and the webhook', async () => {
  server.outcomes = [transcribed('Hallo.')]
  const webhookUrl = 'https://verbatim.example/v1/webhooks/speech'
  await engine().submit({ kind: 'url', url: ADDRESS }, { lang: 'nb-NO', webhookUrl, signal })
  expect(server.submitted).toEqual([
    {
      audio_url: ADDRESS,
      speech_models: ['universal-3-5-pro', 'universal-2'],
      language_code: 'no',
      webhook_url: webhookUrl,
      webhook_auth_header_name: 'X-Verbatim-Webhook-Secret',
      webhook_auth_header_value: SECRET,
    },
  ])
})

test('a path is never taken for an address, nor an address for a path', async () => {
  const failure = await failureOf(engine().submit({ kind: 'url', url: jfk }, submitParams))
  expect(failure.error).toMatchObject({ code: 'transcriber_failed', context: { retryable: false } })
  expect(server.uploads).toEqual([])
})

test('words become sentences with whole milliseconds', async () => {
  const words = [...spokenWords('And so, my fellow Americans.'), ...spokenWords('Ask Dr. Smith not.', 2000)]
  const [queued, processing, done] = await follow({ ...transcribed(''), text: 'whatever', words })
  expect([queued, processing]).toEqual([{ status: 'running' }, { status: 'running' }])
  expect(done).toEqual({
    status: 'done',
    lang: 'en',
    segments: [
      {
        startMs: 0,
        endMs: 1950,
        text: 'And so, my fellow Americans.',
        words: words.slice(0, 5).map(({ text, start, end }) => ({ text, startMs: start, endMs: end })),
      },
      expect.objectContaining({ startMs: 2000, endMs: 3550, text: 'Ask Dr. Smith not.' }),
    ],
  })
})

test('a script without spaces stays without them', async () => {
  const words = spokenWords('今日は 良い 天気 です。 明日も 晴れる Tokyo です。')
  const [, , done] = await follow({ ...transcribed(''), words, language_code: 'ja' })
  expect(done).toMatchObject({
    lang: 'ja',
    segments: [{ text: '今日は良い天気です。' }, { text: '明日も晴れる Tokyo です。' }],
  })
})

test('a text without words is one segment, and the last word may end after the rounded duration', async () => {
  const [, , plain] = await follow({ text: ' Hello  there. ', words: null, audio_duration: 3 })
  expect(plain).toMatchObject({ segments: [{ startMs: 0, endMs: 3000, text: 'Hello there.' }] })
  const [, , late] = await follow({ text: 'Bye.', words: spokenWords('Bye.', 2900), audio_duration: 3 })
  expect(late).toMatchObject({ segments: [{ startMs: 2900, endMs: 3250, text: 'Bye.' }] })
})

test.each([
  ['no text', transcribed(null)],
  ['an empty text', { text: '', words: [], audio_duration: 4 }],
  ['no duration', { text: '', words: [], audio_duration: 0 }],
  ['no spoken audio', { error: 'language_detection cannot be performed on files with no spoken audio.' }],
  ['less than its shortest', { error: 'Audio duration is too short.' }],
])('%s is a recording without speech', async (_, outcome) => {
  const [, , done] = await follow(outcome)
  expect(done).toMatchObject({ status: 'done', segments: [] })
})

describe('a transcript that ends with an error', () => {
  test.each([
    [
      `Download error, unable to download ${ADDRESS}. Please make sure the file exists and is accessible from the internet.`,
      {
        code: 'transcriber_failed',
        context: { retryable: false },
        message: expect.stringContaining('Upload the file'),
      },
    ],
    [
      'Transcoding failed. File does not appear to contain audio. File type is text/html (HTML document).',
      { code: 'transcriber_failed', context: { retryable: false } },
    ],
    ['File does not appear to contain audio.', { code: 'transcriber_failed', context: { retryable: false } }],
    ['Audio duration is too long.', { code: 'media_too_long', context: { max_seconds: 36_000 } }],
    [
      "detected language 'ko', confidence 0.5883, is below the requested confidence threshold value of '0.8'",
      { code: 'transcriber_failed', context: { retryable: false }, message: expect.stringContaining('lang') },
    ],
    [
      'Server error, developers have been alerted.',
      { code: 'transcriber_failed', context: { retryable: true, submit_again: true } },
    ],
    ['', { code: 'transcriber_failed', context: { retryable: true, submit_again: true } }],
  ])('%s', async (error, expected) => {
    const failure = await failureOf(follow({ error }))
    expect(failure.error).toMatchObject(expected)
    expect(failure.inFull).not.toContain('let-me-in')
  })
})

describe('a refused request', () => {
  const LATER = { retryable: true }
  const FOR_GOOD = { retryable: false }
  test.each([
    [400, 'format_text must be a Boolean', 'transcriber_failed', FOR_GOOD],
    [
      400,
      'Your current account balance is negative. Please top up to continue using the API.',
      'transcriber_unavailable',
      FOR_GOOD,
    ],
    [401, 'Authentication error, API token missing/invalid.', 'transcriber_unavailable', FOR_GOOD],
    [402, 'Payment required', 'transcriber_unavailable', FOR_GOOD],
    [403, 'Cannot access uploaded file', 'transcriber_failed', { retryable: true, submit_again: true }],
    [403, 'Forbidden', 'transcriber_unavailable', FOR_GOOD],
    [404, 'Not found', 'transcriber_unavailable', FOR_GOOD],
    [413, 'Request Entity Too Large', 'file_too_large', {}],
    [422, 'Upload failed', 'transcriber_failed', FOR_GOOD],
    [500, 'Server error, developers have been alerted.', 'transcriber_failed', LATER],
    [502, '<html><h1>Bad Gateway</h1></html>', 'transcriber_failed', LATER],
    [503, '', 'transcriber_failed', LATER],
    [504, '', 'transcriber_failed', LATER],
  ])('with %i "%s"', async (status, error, code, context) => {
    server.interruptions = [{ status, body: JSON.stringify({ error: `${error} ${server.apiKey} ${SECRET}` }) }]
    const failure = await failureOf(engine().submit({ kind: 'url', url: ADDRESS }, submitParams))
    expect(failure.error).toMatchObject({ code, context: { ...context, upstream_status: status } })
    expect(failure.inFull).not.toContain(server.apiKey)
    expect(failure.inFull).not.toContain(SECRET)
    const isRefused = context === FOR_GOOD
    expect((failure.error as Error).message.includes(`It answered ${status}: ${error}`)).toBe(isRefused)
  })

  test('with 429 says when to come again', async () => {
    const body = JSON.stringify({ error: 'Too Many Requests' })
    server.interruptions = [{ status: 429, headers: { 'retry-after': '17' }, body }]
    await expect(engine().submit({ kind: 'url', url: ADDRESS }, submitParams)).rejects.toMatchObject({
      code: 'transcriber_unavailable',
      retryAfterSeconds: 17,
      context: { retryable: true },
    })
    server.interruptions = [{ status: 429, headers: { 'retry-after': 'soon' }, body }]
    await expect(engine().poll('an-id', signal)).rejects.toMatchObject({ retryAfterSeconds: 60 })
    server.interruptions = [{ status: 503, headers: { 'retry-after': '9' }, body }]
    await expect(engine().poll('an-id', signal)).rejects.toMatchObject({ retryAfterSeconds: 9 })
  })

  test('names the setting to check', async () => {
    const wrong = await failureOf(engine({ apiKey: 'another-key' }).submit({ kind: 'file', path: jfk }, submitParams))
    expect(wrong.error).toMatchObject({
      code: 'transcriber_unavailable',
      message: expect.stringContaining('ASSEMBLYAI_API_KEY'),
    })
    expect(wrong.inFull).not.toContain('another-key')
    const nowhere = await failureOf(engine({ baseUrl: `${server.url}/v3` }).poll('an-id', signal))
    expect(nowhere.error).toMatchObject({ message: expect.stringContaining('ASSEMBLYAI_BASE_URL') })
  })

  test('a cancel is noticed while a large file is being sent', async () => {
    const file = path.join(folder, 'long.wav')
    await writeFile(file, Buffer.alloc(30_000_000))
    const body = JSON.stringify({ error: 'Authentication error, API token missing/invalid.' })
    server.interruptions = [{ status: 401, body, before: 'body' }]
    await expect(engine().submit({ kind: 'file', path: file }, submitParams)).rejects.toMatchObject({
      code: 'transcriber_unavailable',
    })
  })
})

test('a transcript that is no longer there has to be submitted again', async () => {
  await expect(engine().poll('9ea68fd3-f953-42c1-9742-976c447fb463', signal)).rejects.toMatchObject({
    code: 'transcriber_failed',
    context: { retryable: true, submit_again: true },
  })
})

test.each([
  ['broken JSON', { status: 200, body: '{"id": "9ea6' }],
  ['another shape', { status: 200, body: '{"transcript": "9ea68fd3"}' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
])('%s is a failure that may pass', async (_, answer) => {
  server.interruptions = [answer]
  await expect(engine().poll('an-id', signal)).rejects.toMatchObject({
    code: 'transcriber_failed',
    context: { retryable: true },
  })
})

test('an id that would be another path is not asked for', async () => {
  server.interruptions = ['hang']
  await expect(engine().poll('../upload', signal)).rejects.toThrow()
  expect(server.interruptions).toEqual(['hang'])
})

test('a server that does not answer is given up, and so is one that is not there', async () => {
  server.interruptions = ['hang', 'hang', 'hang']
  const late = { code: 'transcriber_failed', message: expect.stringContaining('in time'), context: { retryable: true } }
  await expect(engine({ idleMs: 200 }).poll('an-id', signal)).rejects.toMatchObject(late)
  const upload = engine({ idleMs: 200 }).submit({ kind: 'file', path: jfk }, submitParams)
  await expect(upload).rejects.toMatchObject(late)
  const file = path.join(folder, 'long.wav')
  await writeFile(file, Buffer.alloc(30_000_000))
  const halfSent = engine({ idleMs: 200 }).submit({ kind: 'file', path: file }, submitParams)
  await expect(halfSent).rejects.toMatchObject(late)
  const gone = engine({ baseUrl: 'http://127.0.0.1:1' }).poll('an-id', signal)
  await expect(gone).rejects.toMatchObject({
    code: 'transcriber_failed',
    message: expect.not.stringContaining('127.0'),
  })
})

test.each(['look', 'submit'] as const)('an abort ends a %s with its reason', async (verb) => {
  const abort = new AbortController()
  const reason = new Error('cancelled')
  const { url: baseUrl, stop } = await listenOnLoopback(() => abort.abort(reason))
  const work =
    verb === 'look'
      ? engine({ baseUrl }).poll('an-id', abort.signal)
      : engine({ baseUrl }).submit({ kind: 'file', path: jfk }, { ...submitParams, signal: abort.signal })
  await expect(work).rejects.toBe(reason)
  await expect(engine({ baseUrl }).poll('an-id', abort.signal)).rejects.toBe(reason)
  await stop()
})

test('a language it does not know is refused before anything is sent', async () => {
  setEnv({ BASE_URL: '', SPEECH_ENGINE: 'assemblyai', ASSEMBLYAI_API_KEY: server.apiKey })
  const work = engine().submit({ kind: 'file', path: jfk }, { ...submitParams, lang: 'tlh' })
  await expect(work).rejects.toMatchObject({ code: 'language_not_supported', context: { lang: 'tlh', model: null } })
  expect(server.uploads).toEqual([])
})

test('a key that no header can carry is said to be none', async () => {
  expect(await engine().capabilities()).toMatchObject({ ok: true, languages: expect.arrayContaining(['en', 'fil']) })
  const apiKey = 'k3y-0f-0urs\r\nX-Other: 1'
  expect(await engine({ apiKey }).capabilities()).toEqual({
    ok: false,
    reason: expect.stringContaining('ASSEMBLYAI_API_KEY'),
  })
  const failure = await failureOf(engine({ apiKey }).poll('an-id', signal))
  expect(failure.inFull).not.toContain('k3y-0f-0urs')
})
