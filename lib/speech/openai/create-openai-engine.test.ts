import { execFileSync } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { type LoopbackServer, listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { createOpenaiEngine } from './create-openai-engine'

type Asked = {
  method: string
  url: string
  authorization: string | undefined
  form: [string, string][]
  file: Buffer | null
}
type Answer = { status?: number; headers?: Record<string, string>; body: string }

const KEY = 'sk-very-secret'
const JSON_TYPE = { 'content-type': 'application/json' }
const chunk = { wav: Buffer.from('RIFF and so on'), durationMs: 10_000 }
const signal = new AbortController().signal

let server: LoopbackServer
let apiUrl: string
let asked: Asked[]
let answers: Answer[]

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(Buffer.concat(chunks), { headers }).formData()
  const file = form.get('file')
  asked.push({
    method: request.method ?? '',
    url: request.url ?? '',
    authorization: request.headers.authorization,
    form: [...form].map(([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, `${value.name} ${value.type}`],
    ),
    file: file instanceof File ? Buffer.from(await file.arrayBuffer()) : null,
  })
  const answer = answers.shift() ?? { status: 500, body: 'asked too often' }
  response.writeHead(answer.status ?? 200, answer.headers ?? JSON_TYPE).end(answer.body)
}

const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) })
const engine = (apiModel = 'whisper-1') => createOpenaiEngine({ apiUrl, apiKey: KEY, apiModel })
const hear = (...given: Answer[]) => {
  answers = given
  return engine().transcribe(chunk, { lang: null, signal })
}

beforeEach(async () => {
  setEnv({ BASE_URL: 'http://localhost:3000' })
  asked = []
  server = await listenOnLoopback((request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  apiUrl = `${server.url}/v1`
})

afterEach(() => server.stop())

test('sends the form that the operation defines', async () => {
  answers = [json({ text: '' })]
  await engine('large-v3').transcribe(chunk, { lang: 'pt-BR', words: { prompt: 'Names: Brasília', terms: [] }, signal })
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/v1/audio/transcriptions',
      authorization: `Bearer ${KEY}`,
      form: [
        ['model', 'large-v3'],
        ['response_format', 'verbose_json'],
        ['timestamp_granularities[]', 'word'],
        ['timestamp_granularities[]', 'segment'],
        ['language', 'pt'],
        ['prompt', 'Names: Brasília'],
        ['file', 'piece.wav audio/wav'],
      ],
      file: chunk.wav,
    },
  ])
})

test('without key, language and prompt it sends none', async () => {
  answers = [json({ text: '' })]
  await createOpenaiEngine({ apiUrl, apiModel: 'whisper-1' }).transcribe(chunk, { lang: null, signal })
  expect(asked[0]?.authorization).toBeUndefined()
  expect(asked[0]?.form.map(([name]) => name)).not.toContain('language')
})

test('reads segments with the words beside them', async () => {
  const transcribed = await hear(
    json({
      task: 'transcribe',
      language: 'english',
      duration: 10,
      text: ' Ask not. For you.',
      words: [
        { word: 'Ask', start: 0.5, end: 0.9 },
        { word: 'not', start: 0.9, end: 1.3 },
        { word: 'For', start: 2, end: 2.4 },
        { word: 'you', start: 2.4, end: 3.004 },
      ],
      segments: [
        { id: 0, start: 0.5, end: 1.5, text: ' Ask not.', avg_logprob: -0.2, no_speech_prob: 0.01 },
        { id: 1, start: 1.5, end: 3.004, text: ' For  you.', avg_logprob: -0.2, no_speech_prob: 0.9 },
        { id: 2, start: 8, end: 12, text: ' Thank you for watching', avg_logprob: -1.4, no_speech_prob: 0.9 },
      ],
    }),
  )
  expect(transcribed).toEqual({
    lang: 'en',
    segments: [
      {
        startMs: 500,
        endMs: 1500,
        text: 'Ask not.',
        words: [
          { startMs: 500, endMs: 900, text: 'Ask' },
          { startMs: 900, endMs: 1300, text: 'not' },
        ],
      },
      {
        startMs: 1500,
        endMs: 3004,
        text: 'For you.',
        words: [
          { startMs: 2000, endMs: 2400, text: 'For' },
          { startMs: 2400, endMs: 3004, text: 'you' },
        ],
      },
    ],
  })
})

test('repairs segments that overlap, are empty, or exceed the chunk', async () => {
  const transcribed = await hear(
    json({
      text: 'x',
      language: 'de',
      segments: [
        { start: 0, end: 5, text: 'eins', words: [{ word: ' eins', start: 0, end: 1 }] },
        { start: 4, end: 8, text: 'zwei' },
        { start: 8, end: 8, text: 'drei' },
        { start: 8, end: 9, text: '  ' },
        { start: 9, end: 30, text: 'vier' },
      ],
    }),
  )
  expect(transcribed.lang).toBe('de')
  expect(transcribed.segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
    [0, 5000, 'eins'],
    [5000, 8000, 'zwei'],
    [9000, 10_000, 'vier'],
  ])
  expect(transcribed.segments[0]?.words).toEqual([{ startMs: 0, endMs: 1000, text: 'eins' }])
})

test.each([
  ['json', json({ text: ' Hello there. ' })],
  ['plain text', { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Hello there.\n' }],
])('a server that answers %s gives one segment', async (_, answer) => {
  const segments = [{ startMs: 0, endMs: 10_000, text: 'Hello there.' }]
  expect(await hear(answer)).toEqual({ segments, lang: null })
})

test('a text without times is timed by the voices of its chunk, sentence by sentence', async () => {
  const text =
    'Good morning. Today we are going to talk about the history of the printing press. Before the press, every book was copied by hand, and a single copy could take many months. The new machine changed all that. Within fifty years there were millions of books in the world, and people began to read for themselves.'
  const args = ['-v', 'error', '-i', 'public/samples/reading.mp3', '-ac', '1', '-ar', '16000', '-f', 'wav', '-']
  const spoken = { wav: execFileSync('ffmpeg', args), durationMs: 20_405 }
  answers = [json({ text })]
  const { segments } = await engine().transcribe(spoken, { lang: 'en', signal })
  // The pauses that ffmpeg's silencedetect finds below -35 dB end at 0.23, 1.30, 5.59, 11.86 and 14.03 s.
  const starts = [0.23, 1.3, 5.59, 11.86, 14.03].map((start) => start * 1000)
  expect(segments.map((segment) => segment.text)).toEqual(text.split(/(?<=\.) /))
  for (const [at, { startMs }] of segments.entries()) expect(Math.abs(startMs - (starts[at] ?? 0))).toBeLessThan(200)
})

test('a model that refuses verbose_json gets requests for json only from then on', async () => {
  const refusal = json({ error: { message: "response_format 'verbose_json' is not compatible with model" } }, 400)
  answers = [refusal, json({ text: 'one' }), json({ text: 'two' })]
  const plain = engine('plain-model')
  expect((await plain.transcribe(chunk, { lang: 'en', signal })).segments[0]?.text).toBe('one')
  expect((await engine('plain-model').transcribe(chunk, { lang: 'en', signal })).segments[0]?.text).toBe('two')
  const formats = asked.map(({ form }) =>
    form.filter(([name]) => /format|granularities/.test(name)).map(([, value]) => value),
  )
  expect(formats).toEqual([['verbose_json', 'word', 'segment'], ['json'], ['json']])
})

test('a server that refuses times of words gets requests for segments from then on', async () => {
  const refusal = json({ error: { message: 'No words', param: 'timestamp_granularities[]' } }, 400)
  const segments = [{ start: 0, end: 1, text: 'one' }]
  answers = [refusal, json({ text: 'one', segments }), json({ text: 'one', segments })]
  for (const _ of [1, 2]) await engine('wordless-model').transcribe(chunk, { lang: 'en', signal })
  const granularities = asked.map(({ form }) => form.flatMap(([name, value]) => (/granul/.test(name) ? [value] : [])))
  expect(granularities).toEqual([['word', 'segment'], ['segment'], ['segment']])
})

test.each([
  [302, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_URL' }],
  [401, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_KEY' }],
  [402, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_KEY' }],
  [403, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_KEY' }],
  [404, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_URL' }],
  [405, 'transcriber_unavailable', { retryable: false, setting: 'SPEECH_API_URL' }],
  [408, 'transcriber_failed', { retryable: true, upstream_status: 408 }],
  [410, 'transcriber_failed', { retryable: false, upstream_status: 410 }],
  [400, 'transcriber_failed', { retryable: false, upstream_status: 400 }],
  [413, 'transcriber_failed', { retryable: false, upstream_status: 413 }],
  [415, 'transcriber_failed', { retryable: false, upstream_status: 415 }],
  [500, 'transcriber_failed', { retryable: true, upstream_status: 500 }],
  [502, 'transcriber_failed', { retryable: true, upstream_status: 502 }],
])('%i is %s, and reveals no key', async (status, code, context) => {
  const problem = await hear({ status, body: `{"error":"no good: ${KEY}"}` }).catch((error: unknown) => error)
  expect(problem).toMatchObject({ code, context })
  expect(inspect(problem, { depth: 5, showHidden: true })).not.toContain(KEY)
  expect(inspect(problem, { depth: 5 })).toContain('no good')
})

test.each([
  ['OpenAI', 404, { error: { message: 'The model `w-9` does not exist', code: 'model_not_found' } }],
  ['faster-whisper-server', 404, { detail: "Model 'w-9' is not installed locally." }],
  ['vLLM', 400, { object: 'error', message: 'The model w-9 does not exist.' }],
  ['FastAPI', 422, { detail: [{ loc: ['body', 'model'], msg: 'unknown model w-9' }] }],
])("a model that a server of %s doesn't have is its operator's to correct", async (_, status, body) => {
  await expect(hear(json(body, status))).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    context: { retryable: false, setting: 'SPEECH_API_MODEL' },
    retryAfterSeconds: null,
    message: expect.stringMatching(/ It answered \d+: .*w-9/),
  })
})

test('the reason of a refusal is one short line without secrets and addresses', async () => {
  const message = `Bad key ${KEY},\n\tor sk-proj-abc***xyz; see https://api.example/keys?token=x\u0007 ${'long '.repeat(99)}`
  const problem = await hear(json({ error: { message } }, 401)).catch((error: unknown) => error)
  const said = (problem as Error).message
  expect(said).toContain('It answered 401: Bad key ***, or ***; see its address long long')
  expect([said.length < 350, /[\n\t]|\p{Cc}|secret|proj|token=/u.test(said)]).toEqual([true, false])
  await expect(hear({ status: 404, body: '<!doctype html><h1>nginx</h1>' })).rejects.toMatchObject({
    message: expect.stringMatching(/It answered 404\.$/),
  })
})

test('words of the caller are in no message, though the server repeats them', async () => {
  answers = [json({ error: { message: 'prompt too long: Names: Brasília' } }, 400)]
  const refused = engine().transcribe(chunk, { lang: null, words: { prompt: 'Names: Brasília', terms: [] }, signal })
  const problem = await refused.catch((error: unknown) => error)
  expect(inspect(problem, { depth: 5, showHidden: true })).not.toContain('Brasília')
  expect((problem as Error).message).toContain('prompt too long: ***')
})

test('an account without funds is not retried, though its status is that of a busy server', async () => {
  const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }
  await expect(hear(json(body, 429))).rejects.toMatchObject({
    code: 'transcriber_unavailable',
    context: { retryable: false },
  })
})

test.each([429, 503])('%i passes Retry-After on', async (status) => {
  const busy = { status, headers: { 'retry-after': '17' }, body: '' }
  await expect(hear(busy)).rejects.toMatchObject({ code: 'transcriber_unavailable', retryAfterSeconds: 17 })
  const undated = { status, headers: { 'retry-after': 'soon' }, body: '' }
  await expect(hear(undated)).rejects.toMatchObject({ code: 'transcriber_unavailable', retryAfterSeconds: 60 })
})

test.each([
  ['broken JSON', { body: '{"text": "Hel' }],
  ['another shape', json({ result: 'Hello' })],
  ['HTML', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' }],
])('%s is a failure', async (_, answer) => {
  await expect(hear(answer)).rejects.toMatchObject({ code: 'transcriber_failed', context: { retryable: true } })
})

test('a server that is not there is a failure that names no address', async () => {
  const nowhere = createOpenaiEngine({ apiUrl: 'http://127.0.0.1:1', apiKey: KEY, apiModel: 'm' })
  const problem = await nowhere.transcribe(chunk, { lang: null, signal }).catch((error: unknown) => error)
  expect(problem).toMatchObject({
    code: 'transcriber_unavailable',
    context: { retryable: true },
    message: expect.not.stringContaining('127.0.0.1'),
  })
})

test('a connection that breaks is a failure of the chunk', async () => {
  const breaking = await listenOnLoopback((request) => request.socket.destroy())
  onTestFinished(breaking.stop)
  apiUrl = breaking.url
  await expect(hear()).rejects.toMatchObject({ code: 'transcriber_failed', context: { retryable: true } })
})

test('an abort rejects with its reason', async () => {
  const reason = new Error('cancelled')
  const aborted = AbortSignal.abort(reason)
  await expect(engine().transcribe(chunk, { lang: null, signal: aborted })).rejects.toBe(reason)
})
