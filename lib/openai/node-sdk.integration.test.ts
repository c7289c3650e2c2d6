import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import OpenAI, { AuthenticationError, BadRequestError, ConflictError, NotFoundError, RateLimitError } from 'openai'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { louderSpeech } from '@/test/louder-speech'
import { useServedApi } from '@/test/openai/use-served-api'
import { newUser } from '@/test/service'
import { spokenWords, startAssemblyaiServer } from '@/test/speech/assemblyai-server'
import { startSpeechServer } from '@/test/speech/speech-server'

const engine = await startSpeechServer()
const { service, baseUrl } = await useServedApi({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: `${engine.url}/v1` })
afterAll(() => engine.close())

const SPEECH = 'test/fixtures/audio/jfk.wav'
const speech = await readFile(SPEECH)
const HEARD = {
  task: 'transcribe',
  language: 'english',
  duration: 11,
  text: 'Ask not what your country can do for you.',
  segments: [
    { id: 0, start: 0.5, end: 3, text: ' Ask not what your' },
    { id: 1, start: 3, end: 6, text: ' country can do for you.' },
  ],
  words: [
    { word: 'Ask', start: 0.5, end: 1 },
    { word: 'not', start: 1, end: 1.5 },
    { word: 'what', start: 1.5, end: 2 },
    { word: 'your', start: 2, end: 3 },
    { word: 'country', start: 3, end: 4 },
    { word: 'can', start: 4, end: 4.5 },
    { word: 'do', start: 4.5, end: 5 },
    { word: 'for', start: 5, end: 5.5 },
    { word: 'you.', start: 5.5, end: 6 },
  ],
}

const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 })
const fileOf = (name = 'address.wav') => new File([new Uint8Array(speech)], name)

/** The engine answers the next recording with what was said in it. */
async function hear(said: object = HEARD): Promise<void> {
  const request = await engine.next()
  await request.reply(said)
}

describe('the official Node.js library', () => {
  let client: OpenAI
  let userId: string
  beforeAll(async () => {
    const user = await newUser()
    userId = user.userId
    client = clientOf(user.apiKey)
  })

  test('gets JSON, which is charged once and becomes a library item under the name of the file', async () => {
    const [transcription] = await Promise.all([
      client.audio.transcriptions.create({ file: createReadStream(SPEECH), model: 'whisper-1' }),
      hear(),
    ])
    expect(transcription).toEqual({ text: HEARD.text, usage: { type: 'duration', seconds: 11 } })
    const items = await db().libraryItem.findMany({ where: { userId }, include: { media: true } })
    expect(items.map(({ media }) => media.title)).toEqual(['jfk'])
    expect(await db().usagePeriod.findFirst({ where: { userId } })).toMatchObject({ usedSeconds: 11 })
  })

  test('gets the other formats of the same file from what is stored', async () => {
    const { transcriptions } = client.audio
    const create = { file: fileOf('another name.wav'), model: 'gpt-4o-transcribe' }
    expect(await transcriptions.create({ ...create, response_format: 'text' })).toBe(`${HEARD.text}\n`)
    expect(await transcriptions.create({ ...create, response_format: 'srt' })).toMatch(/^1\n00:00:00,500 --> /)
    expect(await transcriptions.create({ ...create, response_format: 'vtt' })).toMatch(/^WEBVTT\n/)
    const verbose = await transcriptions.create({ ...create, response_format: 'verbose_json' })
    expect(verbose).toMatchObject({ language: 'english', duration: 11, text: HEARD.text })
    expect(verbose).not.toHaveProperty('words')
    expect(verbose.segments?.[0]).toEqual({
      ...{ id: 0, seek: 0, start: 0.5, end: expect.any(Number), text: expect.stringContaining('Ask') },
      ...{ tokens: [], temperature: 0, avg_logprob: 0, compression_ratio: 1, no_speech_prob: 0 },
    })
    expect(await db().job.count()).toBe(1)
    expect(await db().upload.count({ where: { userId } })).toBe(1)
    expect(await db().libraryItem.count({ where: { userId } })).toBe(1)
  })

  test('gets words in verbose JSON, without segments where it asks for words only', async () => {
    const create = { file: fileOf(), model: 'whisper-1', response_format: 'verbose_json' } as const
    const words = await client.audio.transcriptions.create({ ...create, timestamp_granularities: ['word'] })
    expect(words.words).toEqual(HEARD.words)
    expect(words).not.toHaveProperty('segments')
    const both = await client.audio.transcriptions.create({ ...create, timestamp_granularities: ['word', 'segment'] })
    expect([both.words?.length, both.segments?.length]).toEqual([9, expect.any(Number)])
  })

  test('streams the text as it grows, and the whole at the end', async () => {
    const own = clientOf((await newUser()).apiKey)
    const heard = hear()
    const stream = await own.audio.transcriptions.create({ file: fileOf(), model: 'gpt-4o-transcribe', stream: true })
    const events: OpenAI.Audio.TranscriptionStreamEvent[] = []
    for await (const event of stream) events.push(event)
    await heard
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []))
    expect(deltas.join('')).toBe(HEARD.text)
    expect(events.at(-1)).toEqual({ type: 'transcript.text.done', text: HEARD.text })

    const stored = await own.audio.transcriptions.create({ file: fileOf(), model: 'gpt-4o-transcribe', stream: true })
    const again: string[] = []
    for await (const { type } of stored) again.push(type)
    expect(again).toEqual(['transcript.text.delta', 'transcript.text.done'])
  })

  test('lists the engine of this server, and gets models by any name that requests may send', async () => {
    const models = await client.models.list()
    expect(models.data).toEqual([{ id: 'openai', object: 'model', created: 0, owned_by: 'verbatim' }])
    expect(await client.models.retrieve('whisper-1')).toMatchObject({ id: 'whisper-1', object: 'model' })
    await expect(client.models.retrieve('gpt-5')).rejects.toThrow(NotFoundError)
  })

  test('raises its own errors, with the message, code and field', async () => {
    const create = (own: OpenAI, body: object = {}) =>
      own.audio.transcriptions.create({ file: fileOf(), model: 'whisper-1', ...body })
    const failure = (sent: Promise<unknown>) => sent.then(() => null).catch((error: unknown) => error)

    const wrongKey = await failure(create(clientOf('sk-wrong')))
    expect(wrongKey).toBeInstanceOf(AuthenticationError)
    expect(wrongKey).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' })

    const unknownModel = await failure(create(client, { model: 'gpt-5' }))
    expect(unknownModel).toBeInstanceOf(NotFoundError)
    expect(unknownModel).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })

    const wrongFormat = await failure(create(client, { response_format: 'yaml' }))
    expect(wrongFormat).toBeInstanceOf(BadRequestError)
    expect(wrongFormat).toMatchObject({ status: 400, param: 'response_format' })

    const wrongLanguage = await failure(create(client, { language: 'not a language' }))
    expect(wrongLanguage).toBeInstanceOf(BadRequestError)
    expect(wrongLanguage).toMatchObject({ code: 'invalid_language', param: 'language' })

    const unknownPath = await failure(client.embeddings.create({ input: 'Ask not', model: 'text-embedding-3-small' }))
    expect(unknownPath).toBeInstanceOf(NotFoundError)
    expect(unknownPath).toMatchObject({ code: 'not_found', type: 'invalid_request_error' })

    const noMedia = await failure(create(client, { file: new File(['<html>'], 'page.html', { type: 'text/html' }) }))
    expect(noMedia).toBeInstanceOf(BadRequestError)
    expect(noMedia).toMatchObject({ code: 'unsupported_media', param: 'file' })
  })

  test('raises RateLimitError without minutes, too many requests or too many jobs, and repeats only what may help', {
    tags: 'deep',
  }, async () => {
    const { apiKey } = await newUser('free')
    let sent = 0
    const counting: typeof fetch = (...request) => {
      // It also tries what fetch can do, with an address of another kind.
      if (String(request[0]).startsWith('http')) sent += 1
      return fetch(...request)
    }
    const own = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 1, fetch: counting })
    const failure = (file: File) =>
      own.audio.transcriptions.create({ file, model: 'whisper-1' }).catch((error: unknown) => error)

    const long = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:19:59.000 --> 00:20:00.000\nLast\n'
    const noMinutes = await failure(new File([long], 'twenty minutes.vtt'))
    expect(noMinutes).toBeInstanceOf(RateLimitError)
    expect(noMinutes).toMatchObject({ status: 429, code: 'insufficient_quota', type: 'insufficient_quota' })
    expect(sent).toBe(1)

    setEnv({ RATE_LIMIT_PER_MINUTE: '1' })
    const quiet = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    const listings = await Promise.all([1, 2, 3].map(() => quiet.models.list().catch((error: unknown) => error)))
    setEnv({ RATE_LIMIT_PER_MINUTE: '0' })
    const limited = listings.find((one) => one instanceof RateLimitError)
    expect(limited).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    expect(Number((limited as RateLimitError).headers.get('retry-after'))).toBeGreaterThan(0)

    setEnv({ JOBS_PER_USER: '1' })
    const first = failure(new File([await louderSpeech(2)], 'first.wav'))
    const request = await engine.next()
    const second = await quiet.audio.transcriptions
      .create({ file: new File([await louderSpeech(3)], 'second.wav'), model: 'whisper-1' })
      .catch((error: unknown) => error)
    setEnv({ JOBS_PER_USER: '20' })
    await request.reply(HEARD)
    expect(second).toMatchObject({ status: 429, code: 'too_many_jobs' })
    expect(await first).toMatchObject({ text: HEARD.text })
  })

  test('raises what a job ended with, and gets it as an error of the stream', { tags: 'deep' }, async () => {
    const user = await newUser()
    const own = clientOf(user.apiKey)
    const cancel = async () => {
      const request = await engine.next()
      const { id } = await db().job.findFirstOrThrow({
        where: { callers: { some: { userId: user.userId } }, finishedAt: null },
      })
      await service.call('DELETE', `/v1/jobs/${id}`, { key: user.apiKey })
      await request.closed
    }
    const plain = own.audio.transcriptions
      .create({ file: fileOf(), model: 'whisper-1' })
      .catch((error: unknown) => error)
    await cancel()
    expect(await plain).toBeInstanceOf(ConflictError)
    expect(await plain).toMatchObject({ status: 409, code: 'cancelled' })

    const stream = await own.audio.transcriptions.create({ file: fileOf(), model: 'whisper-1', stream: true })
    const read = (async () => {
      for await (const _ of stream) expect.unreachable()
    })().catch((error: unknown) => error)
    await cancel()
    expect(await read).toMatchObject({ code: 'cancelled' })
    expect((await db().usagePeriod.findFirst({ where: { userId: user.userId } }))?.usedSeconds ?? 0).toBe(0)
  })

  test('gets who speaks, by letters, plainly and as a stream', { tags: 'deep' }, async () => {
    const remote = await startAssemblyaiServer()
    remote.looksUntilOver = 0
    onTestFinished(() => remote.close())
    onTestFinished(() => void setEnv({ SPEECH_ENGINE: 'openai' }))
    setEnv({ SPEECH_ENGINE: 'assemblyai', ASSEMBLYAI_API_KEY: remote.apiKey, ASSEMBLYAI_BASE_URL: remote.url })
    const text = 'Are you well? Yes, very well. Good.'
    const words = spokenWords(text, 1000).map((word, at) => ({ ...word, speaker: at < 3 || at > 5 ? 'B' : 'A' }))
    remote.outcomes = [{ text, words, audio_duration: 11 }]
    const own = clientOf((await newUser()).apiKey)
    const create = { file: fileOf(), model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' } as const
    const diarized = await own.audio.transcriptions.create({ ...create, response_format: 'diarized_json' })
    expect(diarized).toMatchObject({
      ...{ task: 'transcribe', duration: 11, text, usage: { type: 'duration', seconds: 11 } },
      segments: [
        { type: 'transcript.text.segment', id: 'seg_0', speaker: 'A', text: 'Are you well?', start: 1 },
        { id: 'seg_1', speaker: 'B', text: 'Yes, very well.' },
        { id: 'seg_2', speaker: 'A', text: 'Good.' },
      ],
    })
    const stream = await own.audio.transcriptions.create({ ...create, response_format: 'diarized_json', stream: true })
    const types: string[] = []
    for await (const { type } of stream) types.push(type)
    expect(types).toEqual([
      'transcript.text.delta',
      ...Array.from({ length: 3 }, () => 'transcript.text.segment'),
      'transcript.text.done',
    ])
  })
})
