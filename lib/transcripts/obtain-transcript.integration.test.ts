import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Transcript, transcriptSchema } from '@/lib/captions/transcript'
import { db } from '@/lib/core/db/db'
import { type JobStarted, jobSchema } from '@/lib/jobs/contract'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'

const service = await useService({ SPEECH_ENGINE: 'pocketsphinx' })
const user = await newUser()
const key = user.apiKey

const captioned = await readFile('public/samples/captioned.mp4')
const speech = await readFile('test/fixtures/audio/jfk.wav')

const LINES = [
  { start: 0.3, end: 2.2, text: 'And so, my fellow Americans:' },
  { start: 3.3, end: 5.4, text: 'ask not' },
  { start: 5.4, end: 7.7, text: 'what your country can do for you,' },
  { start: 8.15, end: 10.9, text: 'ask what you can do for your country.' },
]

function ask(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return service.call('POST', '/v1/transcript', { key, body, headers })
}

const object_path = await upload(service, key, 'talk.mp4', captioned)

describe('a video that carries captions', () => {
  test('is answered immediately with its cues', async () => {
    const answer = await ask({ upload: object_path })
    expect(answer.status).toBe(200)
    const transcript = transcriptSchema.parse(answer.body)
    expect(transcript).toMatchObject({
      platform: 'upload',
      source: 'captions',
      engine: null,
      lang: 'en',
      requested_lang: 'en',
      available_langs: ['en'],
      duration_seconds: 11,
      total_seconds: 11,
      complete: true,
      format: 'json',
      warnings: [],
    })
    expect(transcript.segments?.map(({ start, end, text }) => ({ start, end, text }))).toEqual(LINES)
  })

  test('is returned in every format, with the canonical name echoed', async () => {
    const contents = new Map<string, string>()
    for (const format of ['txt', 'srt', 'webvtt', 'md']) {
      const transcript: Transcript = (await ask({ upload: object_path, format })).body
      expect(transcript.cached).toBe(true)
      expect(transcript).not.toHaveProperty('segments')
      contents.set(transcript.format, transcript.content ?? '')
    }
    expect([...contents.keys()]).toEqual(['text', 'srt', 'vtt', 'markdown'])
    for (const { text } of LINES) expect(contents.get('text')).toContain(text)
    expect(contents.get('srt')).toMatch(/^1\n00:00:00,300 --> 00:00:02,200\nAnd so, my fellow Americans:\n\n2\n/)
    expect(contents.get('vtt')).toMatch(/^WEBVTT\n\n00:00:00\.300 --> 00:00:02\.200\nAnd so, my fellow Americans:\n/)
    expect(contents.get('markdown')).toMatch(/^# Ask not what your country can do for you\n/)
  })

  test('comes as the bare document to who asks for that very type, never for */*', async () => {
    const bare = await ask({ upload: object_path, format: 'srt' }, { accept: 'application/x-subrip' })
    expect(bare.headers.get('content-type')).toBe('application/x-subrip; charset=utf-8')
    expect(bare.text.startsWith('1\n00:00:00,300')).toBe(true)
    const anything = await ask({ upload: object_path, format: 'srt' }, { accept: '*/*' })
    expect(anything.headers.get('content-type')).toBe('application/json')
  })

  test('is charged once, however often it is read', async () => {
    const charges = await db().usageCharge.findMany({ where: { userId: user.userId } })
    expect(charges.map(({ seconds, lang }) => ({ seconds, lang }))).toEqual([{ seconds: 11, lang: 'en' }])
  })

  test('is not found by other users', async () => {
    const other = await newUser()
    const answer = await service.call('POST', '/v1/transcript', { key: other.apiKey, body: { upload: object_path } })
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ code: 'not_found' })
  })
})

test.each([
  ['a.ttml', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Dobrý den</p></div></body></tt>'],
  ['a.json3', '{"events":[{"tStartMs":1000,"dDurationMs":1000,"segs":[{"utf8":"Dobrý den"}]}]}'],
  ['a.ass', '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\i1}Dobrý den\n'],
])('%s is recognised by its content', async (_name, content) => {
  const object_path = await upload(service, key, 'captions.srt', content)
  const { segments } = (await ask({ upload: object_path })).body as Transcript
  expect(segments).toEqual([{ start: 1, end: 2, duration: 1, text: 'Dobrý den' }])
})

test('rolling captions say each word once', async () => {
  const cues = [
    ['00:00:00.000 --> 00:00:02.000', ' \nthe first line'],
    ['00:00:02.000 --> 00:00:02.010', 'the first line\n '],
    ['00:00:02.010 --> 00:00:04.000', 'the first line\nthe second line'],
    ['00:00:04.000 --> 00:00:04.010', 'the second line\n '],
    ['00:00:04.010 --> 00:00:06.000', 'the second line\nand the third'],
  ]
  const vtt = `WEBVTT\n\n${cues.map((cue) => cue.join('\n')).join('\n\n')}\n`
  const object_path = await upload(service, key, 'rolling.vtt', vtt)
  const { text } = (await ask({ upload: object_path })).body as Transcript
  expect(text).toBe('the first line the second line and the third')
})

test('a film with captions in several languages is answered in the one asked for, or says so', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-tracks-'))
  const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
  await writeFile(path.join(folder, 'fi.srt'), srt('Hyvää päivää'))
  await writeFile(path.join(folder, 'de.srt'), srt('Guten Tag'))
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=d=3:s=64x64:r=5', '-i', 'fi.srt', '-i', 'de.srt']
  const maps = [
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-metadata:s:s:0',
    'language=fin',
    '-metadata:s:s:1',
    'language=ger',
  ]
  execFileSync('ffmpeg', ['-loglevel', 'error', ...inputs, ...maps, 'film.mkv'], { cwd: folder })
  const object_path = await upload(service, key, 'film.mkv', await readFile(path.join(folder, 'film.mkv')))
  await rm(folder, { recursive: true })
  const german: Transcript = (await ask({ upload: object_path, lang: 'de-AT' })).body
  expect(german).toMatchObject({ lang: 'de', text: 'Guten Tag', available_langs: ['fi', 'de'], warnings: [] })
  const filipino: Transcript = (await ask({ upload: object_path, lang: 'fil' })).body
  expect(filipino).toMatchObject({ lang: 'fi', requested_lang: 'fil', warnings: [{ code: 'language_fallback' }] })
})

test('a caption file is a transcript', async () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nDobrý den\n'
  const object_path = await upload(service, key, 'a.srt', srt)
  const answer = await ask({ upload: object_path })
  expect(answer.status).toBe(200)
  expect((answer.body as Transcript).segments).toEqual([{ start: 1, end: 2, duration: 1, text: 'Dobrý den' }])
})

test('sound without captions becomes a job that ends with words that were said', async () => {
  const object_path = await upload(service, key, 'speech.wav', speech)
  const answer = await ask({ upload: object_path })
  expect(answer.status).toBe(202)
  const started: JobStarted = answer.body
  expect(started).toEqual({ job_id: expect.any(String), status: 'queued' })
  expect(answer.headers.get('location')).toBe(`http://localhost:3000/v1/jobs/${started.job_id}`)
  expect(answer.headers.get('retry-after')).toBe('2')

  const job = jobSchema.parse(await ended(service, key, started.job_id))
  expect(job).toMatchObject({ status: 'done', stage: null, progress: 1, error: null, platform: 'upload' })
  const transcript = job.transcript
  expect(transcript).toMatchObject({ source: 'speech_to_text', engine: { name: 'pocketsphinx' }, duration_seconds: 11 })
  expect(transcript?.warnings.map(({ code }) => code).sort()).toEqual(['language_unverified', 'offline_engine'])
  expect(transcript?.text?.toLowerCase()).toContain('country')

  const again = await ask({ upload: object_path })
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ cached: true })
  const asSrt = await service.call('GET', `/v1/jobs/${started.job_id}?format=srt`, { key })
  expect(asSrt.body).toMatchObject({
    format: 'srt',
    transcript: { format: 'srt', content: expect.stringMatching(/^1\n00:00:/) },
  })
})

test('silence is done, without segments, and free', { tags: 'deep' }, async () => {
  const user = await newUser()
  const object_path = await upload(service, user.apiKey, 'silence.wav', silence(10))
  const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, body: { upload: object_path } })
  const job = await ended(service, user.apiKey, (answer.body as JobStarted).job_id)
  expect(job).toMatchObject({
    status: 'done',
    transcript: { segments: [], text: '', warnings: [{ code: 'no_speech' }] },
  })
  expect(await db().usageCharge.count({ where: { userId: user.userId } })).toBe(0)
  expect(await db().usagePeriod.findMany({ where: { userId: user.userId } })).toMatchObject([
    { usedSeconds: 0, reservedSeconds: 0 },
  ])
})

test('a recording longer than what is left is refused before anything is begun', async () => {
  const poor = await newUser('free')
  await db().usagePeriod.create({
    data: { userId: poor.userId, periodStart: new Date(new Date().toISOString().slice(0, 7)), usedSeconds: 890 },
  })
  const object_path = await upload(service, poor.apiKey, 'speech.wav', speech)
  const answer = await service.call('POST', '/v1/transcript', { key: poor.apiKey, body: { upload: object_path } })
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    code: 'allowance_exceeded',
    context: { limit_seconds: 900, used_seconds: 890, required_seconds: 11, remaining_seconds: 10 },
  })
  expect(await db().jobCaller.count({ where: { userId: poor.userId } })).toBe(0)
})

describe('a request that names no one source, or means nothing', () => {
  test.each([
    [{}, 'missing_source', ['body']],
    [{ url: '', upload: null, audio: '' }, 'missing_source', ['body']],
    [{ url: 'https://a.example/a.mp3', audio: 'https://a.example/a.mp3' }, 'conflicting_sources', ['body']],
    [{ upload: 'uploads/x', format: 'docx' }, 'unsupported_format', ['body', 'format']],
    [{ upload: 'uploads/x', lang: 'not a language' }, 'invalid_language', ['body', 'lang']],
    [{ url: 'nonsense' }, 'invalid_url', ['body', 'url']],
    [{ audio: 'http://127.0.0.1/a.mp3' }, 'blocked_url', ['body', 'audio']],
    [{ audio: 'http://[::ffff:127.0.0.1]/a.mp3' }, 'blocked_url', ['body', 'audio']],
    [{ audio: 'http://169.254.169.254/latest/meta-data' }, 'blocked_url', ['body', 'audio']],
  ])('%j is a 422 %s', async (body, type, loc) => {
    const answer = await ask(body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ type, loc, msg: expect.stringMatching(/\.$/) }] })
  })
})

test('a language that the engine does not know is refused before anything is made', async () => {
  const own = await newUser()
  const file = await upload(service, own.apiKey, 'speech.wav', speech)
  const answer = await service.call('POST', '/v1/transcript', { key: own.apiKey, body: { upload: file, lang: 'ja' } })
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { detail: [{ type: 'language_not_supported', ctx: { lang: 'ja', supported_langs: ['en'] } }] },
  ])
  expect(await db().jobCaller.count({ where: { userId: own.userId } })).toBe(0)
})
