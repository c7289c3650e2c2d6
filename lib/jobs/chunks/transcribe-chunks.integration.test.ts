import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { saveMedia } from '@/lib/archive/media/save-media'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { workDir } from '@/lib/core/storage/work-dir'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { PCM_BYTES_PER_MS } from '@/lib/media/pcm-format'
import { louderSpeech } from '@/test/louder-speech'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { ended, newUser, upload, useService } from '@/test/service'
import { type SpeechRequest, startSpeechServer } from '@/test/speech/speech-server'
import { jobFiles } from '../audio/job-files'
import type { Job, JobStarted } from '../contract'
import { withSlot } from '../runs/with-slot'
import { startJob } from '../start-job'
import { watchJob } from '../watch/watch-job'
import { assembleTranscript } from './assemble-transcript'
import { transcribeChunks } from './transcribe-chunks'

const speech = await startSpeechServer()
const mp3 = await readFile('test/fixtures/audio/jfk.mp3')
/** The response to the request for /held.mp3, after it has arrived. */
let onHeld: (answer: () => void) => void
const held = new Promise<() => void>((resolve) => {
  onHeld = resolve
})
/** A server that never responds, or responds only when the test lets it. */
const origin = await startOrigin([
  ({ path }) =>
    new Promise((resolve) => {
      if (path === '/held.mp3') onHeld(() => resolve({ headers: { 'content-type': 'audio/mpeg' }, body: mp3 }))
    }),
])
const service = await useService({
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
  SPEECH_CONCURRENCY: '2',
})
trustOrigin(origin)
afterAll(async () => {
  speech.close()
  await origin.close()
})

type Begun = { key: string; jobId: string }

const begun: Begun[] = []

function remember(job: Begun): Begun {
  begun.push(job)
  return job
}

async function start(turns: number): Promise<Begun> {
  const { apiKey: key } = await newUser()
  const object_path = await upload(service, key, 'speech.wav', await louderSpeech(turns))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  return remember({ key, jobId: (answer.body as JobStarted).job_id })
}

/** The state of a job and of its chunks, for the message of a failed test. */
async function describeJob(jobId: string): Promise<string> {
  const { status, stage, progress } = await db().job.findUniqueOrThrow({ where: { id: jobId } })
  const chunks = await db().chunk.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  const finished = chunks.map(({ finishedAt, silent }) => (silent ? '-' : finishedAt ? '+' : '.')).join('')
  return `job ${jobId}: ${JSON.stringify({ status, stage, progress })}, chunks ${finished || 'none'}`
}

// A test that fails leaves nothing to the next, which has the same slots and the same server.
afterEach(async ({ task }) => {
  const jobs = begun.splice(0)
  const isFailed = task.result?.state === 'fail'
  const said = isFailed ? await Promise.all(jobs.map(({ jobId }) => describeJob(jobId))) : []
  speech.reset()
  waiting = null
  for (const { key, jobId } of jobs) await service.call('DELETE', `/v1/jobs/${jobId}`, { key })
  setEnv({ SPEECH_API_URL: speech.url, SPEECH_API_MODEL: 'whisper-1' })
  if (isFailed) throw new Error(`it failed with ${said.join('; ')}`)
})

async function cancel({ key, jobId }: Begun): Promise<void> {
  const answer = await service.call('DELETE', `/v1/jobs/${jobId}`, { key })
  expect(answer.body).toMatchObject({ status: 'error', error: { code: 'cancelled' } })
}

const noWorkFiles = () => expect.poll(() => readdir(workDir())).toEqual([])

let waiting: Promise<SpeechRequest> | null = null

/** The next request. Who stops waiting for it leaves it to who waits next. */
function next(): Promise<SpeechRequest> {
  waiting ??= speech.next().finally(() => {
    waiting = null
  })
  return waiting
}

/** Answers whatever is asked until the job has ended. */
async function answerAll(job: Promise<Job>, first: readonly SpeechRequest[] = []): Promise<SpeechRequest[]> {
  const answered: SpeechRequest[] = []
  const over = job.then(() => null)
  for (const request of first) {
    answered.push(request)
    await request.answer()
  }
  for (;;) {
    const request = await Promise.race([next(), over])
    if (!request) return answered
    answered.push(request)
    await request.answer()
  }
}

test('chunks are transcribed two at a time, each once, and the first three decide the language of the rest', async () => {
  const { key, jobId } = await start(16)
  const first = [await next(), await next()]
  let more = false
  const third = next().then((request) => {
    more = true
    return request
  })
  await service.call('GET', `/v1/jobs/${jobId}`, { key })
  await db().chunk.count({ where: { jobId } })
  expect(more).toBe(false)
  await first[0]?.answer()
  const requests = [first[1] as SpeechRequest, await third]
  const job = ended(service, key, jobId)
  const answered = [first[0] as SpeechRequest, ...(await answerAll(job, requests))]
  expect((await job).transcript).toMatchObject({ lang: 'en', duration_seconds: 176 })
  expect(answered).toHaveLength(8)
  expect(new Set(answered.map(({ sound }) => sound)).size).toBe(8)
  const languages = answered.map(({ language }) => language)
  expect([languages[0], languages[1], languages[7]]).toEqual([null, null, 'en'])
  await noWorkFiles()
})

test('the words of a request reach the engine with the vocabulary, and do not make a stored text again', {
  tags: 'deep',
}, async () => {
  const { apiKey: key } = await newUser()
  await service.call('PUT', '/v1/me/vocabulary', { key, body: { spellings: [{ to: 'varroa' }, { to: 'Apis' }] } })
  const source = { upload: await upload(service, key, 'speech.wav', await louderSpeech(2)) }
  const ask = (words: object) => service.call('POST', '/v1/transcript', { key, body: { ...source, ...words } })
  const begun = await ask({ prompt: ' A talk on bees. ', keywords: ['Nguyen', ' varroa', ''] })
  const { jobId } = remember({ key, jobId: (begun.body as JobStarted).job_id })
  const request = await next()
  expect(request.prompt).toBe('Nguyen, varroa, Apis. A talk on bees.')
  const job = ended(service, key, jobId)
  await answerAll(job, [request])
  await job
  expect(await ask({ keywords: ['another'] })).toMatchObject({ status: 200, body: { cached: true } })
  const tooLong = await ask({ prompt: 'x'.repeat(1001), keywords: ['y'.repeat(101)] })
  expect(tooLong.status).toBe(422)
  expect(tooLong.body).toMatchObject({ detail: [{ loc: ['body', 'prompt'] }, { loc: ['body', 'keywords', 0] }] })
})

test('a job of one chunk shows the time left by what its engine took for other jobs', { tags: 'deep' }, async () => {
  await db().chunk.updateMany({ data: { workMs: null } })
  const transcribe = async () => {
    const { key, jobId } = await start(2)
    const request = await next()
    const { body } = await service.call('GET', `/v1/jobs/${jobId}`, { key })
    const job = ended(service, key, jobId)
    await answerAll(job, [request])
    await job
    return { jobId, body }
  }
  const first = await transcribe()
  expect(first.body).toMatchObject({ stage: 'transcribing', progress: 0.1, remaining_seconds: null })
  const made = await db().chunk.updateMany({
    where: { jobId: first.jobId, workMs: { not: null } },
    data: { workMs: 96_000 },
  })
  expect(made.count).toBe(1)
  const second = await transcribe()
  expect(second.body).toMatchObject({ stage: 'transcribing', progress: 0.1, remaining_seconds: 100 })
})

test('a recording whose engine reports no language has the language of its text', { tags: 'deep' }, async () => {
  const { key, jobId } = await start(2)
  const job = ended(service, key, jobId)
  const over = job.then(() => null)
  const text =
    'Am nächsten Morgen ging der alte Mann noch einmal hinunter zum Fluss und wartete dort auf seine Tochter.'
  for (;;) {
    const request = await Promise.race([next(), over])
    if (!request) break
    await request.answer({ text, language: null })
  }
  expect((await job).transcript).toMatchObject({ lang: 'de' })
})

test('a chunk that fails is retried while the others continue', { tags: 'deep' }, async () => {
  const { key, jobId } = await start(6)
  const failing = await next()
  await failing.refuse(500)
  const job = ended(service, key, jobId)
  const answered = await answerAll(job)
  expect(await job).toMatchObject({ status: 'done', progress: 1 })
  expect(answered).toHaveLength(3)
  expect(answered.at(-1)?.sound).toBe(failing.sound)
})

test('a transcript is labelled with the engine that made most of it, even if another is set up at its end', {
  tags: 'deep',
}, async () => {
  const { key, jobId } = await start(6)
  const [one, two] = [await next(), await next()]
  await one.answer()
  const three = await next()
  await two.answer()
  setEnv({ SPEECH_API_MODEL: 'another-model' })
  await three.refuse(500)
  const job = ended(service, key, jobId)
  await answerAll(job)
  const made = await db().chunk.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  expect(made.map(({ engineModel }) => engineModel)).toEqual(['whisper-1', 'whisper-1', 'another-model'])
  expect((await job).transcript).toMatchObject({ engine: { name: 'openai', model: 'whisper-1' }, warnings: [] })
})

test('a transcript with a draft chunk is labelled a draft', { tags: 'deep' }, async () => {
  const { key, jobId } = await start(6)
  const [one, two] = [await next(), await next()]
  await one.answer()
  const three = await next()
  // Marks the chunk as made before a better engine was set up. Of two chunks sent concurrently, either can finish first.
  const draft = { engineName: 'pocketsphinx', engineModel: 'en-us' }
  const mark = () => db().chunk.updateMany({ where: { jobId, finishedAt: { not: null } }, data: draft })
  await expect.poll(mark).toEqual({ count: 1 })
  const job = ended(service, key, jobId)
  await answerAll(job, [two, three])
  expect((await job).transcript).toMatchObject({
    engine: { name: 'openai' },
    warnings: [{ code: 'offline_engine', detail: expect.stringContaining('Parts of this text') }],
  })
})

test('a refused key ends the job and its running chunks with the reason and the setting', async () => {
  const { key, jobId } = await start(6)
  const [one, other] = [await next(), await next()]
  await one.refuse(401)
  const job = await ended(service, key, jobId)
  const context = { retryable: false, upstream_status: 401, setting: 'SPEECH_API_KEY' }
  expect(job).toMatchObject({
    status: 'error',
    waiting: null,
    error: { code: 'transcriber_unavailable', retryable: false, retry_after: null, context },
  })
  expect(job.error?.detail).toMatch(/SPEECH_API_KEY\. It answered 401: refused$/)
  await other.closed
  await noWorkFiles()
})

test('a job that waits for a busy server shows why and until when, to who polls and who watches', {
  tags: 'deep',
}, async () => {
  const begun = await start(2)
  const { key, jobId } = begun
  const get = async () => (await service.call('GET', `/v1/jobs/${jobId}`, { key })).body as Job
  const busy = await next()
  expect((await get()).waiting).toBeNull()
  await busy.refuse(429, { 'retry-after': '50' })
  await expect.poll(async () => (await get()).waiting).not.toBeNull()
  const { waiting } = await get()
  expect(waiting).toMatchObject({ code: 'transcriber_unavailable', detail: 'The speech server is busy.' })
  const seconds = (Date.parse(waiting?.until ?? '') - Date.now()) / 1000
  expect([seconds > 20, seconds <= 50]).toEqual([true, true])
  const watching = new AbortController()
  const { userId } = await db().jobCaller.findFirstOrThrow({ where: { jobId } })
  const actor: Actor = { kind: 'api_key', userId, tier: 'pro' }
  const events = watchJob(actor, jobId, { format: 'json' }, watching.signal)
  const { value: event } = await events.next()
  watching.abort()
  expect((event as Job).waiting).toEqual(waiting)
  await cancel(begun)
  expect((await get()).waiting).toBeNull()
})

test('a chunk that the server rejects is named as missing and not charged; a second request continues there', async () => {
  const { apiKey: key, userId } = await newUser()
  const object_path = await upload(service, key, 'speech.wav', await louderSpeech(6))
  const ask = async () => {
    const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
    expect(answer.status).toBe(202)
    return remember({ key, jobId: (answer.body as JobStarted).job_id })
  }
  const first = await ask()
  const job = ended(service, key, first.jobId)
  const [one, two] = [await next(), await next()]
  const sounds = [one.sound, two.sound]
  await one.answer()
  await two.refuse(400)
  await answerAll(job)
  const { transcript } = await job
  const chunks = await db().chunk.findMany({ where: { jobId: first.jobId }, orderBy: { index: 'asc' } })
  const lost = chunks.find((chunk) => chunk.lost)
  expect(chunks.filter((chunk) => chunk.lost)).toHaveLength(1)
  if (!lost) throw new Error('no chunk is lost')
  expect(transcript).toMatchObject({ complete: false, total_seconds: 66, duration_seconds: 66 })
  expect(transcript?.warnings.map(({ code }) => code)).toEqual(['speech_missing'])
  const clock = (ms: number) => `0:${String(Math.floor(ms / 1000)).padStart(2, '0')}`
  expect(transcript?.warnings[0]?.detail).toContain(`${clock(lost.startMs)}–${clock(lost.endMs)}`)
  expect(transcript?.text).not.toContain(sounds[1])
  const charged = async () => (await db().usageCharge.findFirstOrThrow({ where: { userId } })).seconds
  expect(await charged()).toBe(Math.ceil((66_000 - (lost.endMs - lost.startMs)) / 1000))

  const second = await ask()
  const again = ended(service, key, second.jobId)
  const requests = await answerAll(again)
  // The lost chunk is either of two that were sent concurrently: the second job begins with it.
  expect(requests).toHaveLength(chunks.length - lost.index)
  const whole = (await again).transcript
  expect(whole).toMatchObject({ complete: true, warnings: [], duration_seconds: 66 })
  expect(whole?.text).toContain(sounds[0])
  expect(await charged()).toBe(66)
  const period = await db().usagePeriod.findFirstOrThrow({ where: { userId } })
  expect(period).toMatchObject({ usedSeconds: 66, reservedSeconds: 0 })
})

/** A job of so many chunks of ten seconds that no run works on, with its sound. */
async function idleJob(chunks: number): Promise<string> {
  const [id, durationMs] = [newId(), chunks * 10_000]
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', langHint: 'en', runningKey: id, durationMs } })
  const data = Array.from({ length: chunks }, (_, index) => index * 10_000).map((startMs, index) => ({
    ...{ jobId: id, index, startMs, endMs: startMs + 10_000, silent: false },
  }))
  await db().chunk.createMany({ data })
  const { dir, audio } = jobFiles(id)
  await mkdir(dir, { recursive: true })
  const sound = Buffer.alloc(durationMs * PCM_BYTES_PER_MS)
  for (const { index, startMs } of data) sound.writeInt16LE(index + 1, startMs * PCM_BYTES_PER_MS)
  await writeFile(audio, sound)
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return id
}

/** The name that the speech server has for the sound of a chunk of an idle job. */
async function soundOf(jobId: string, startMs: number): Promise<string> {
  const wav = await readChunk(jobFiles(jobId).audio, startMs, startMs + 10_000)
  return createHash('sha256').update(wav).digest('hex').slice(0, 8)
}

/** Answers what a round asks for, and refuses the sounds for which `fails` holds. */
async function answerRound<T>(round: Promise<T>, fails: (sound: string) => boolean): Promise<string[]> {
  const sounds: string[] = []
  const over = round.then(
    () => null,
    () => null,
  )
  for (;;) {
    const request = await Promise.race([next(), over])
    if (!request) return sounds
    sounds.push(request.sound)
    await (fails(request.sound) ? request.refuse(500) : request.answer())
  }
}

test('chunks that fail in every round are lost, and those between them are not', async () => {
  const jobId = await idleJob(10)
  const { signal } = new AbortController()
  // The first three: so many failures in a row end a round.
  const first = await Promise.all([0, 1, 2].map((index) => soundOf(jobId, index * 10_000)))
  const fails = (sound: string) => first.includes(sound)
  let fruitlessRounds = 0
  for (let left = 10; left > 0; ) {
    const round = transcribeChunks(jobId, { fruitlessRounds, signal })
    await answerRound(round, fails)
    ;({ left, fruitlessRounds } = await round)
  }
  const chunks = await db().chunk.findMany({ where: { jobId }, orderBy: { index: 'asc' } })
  expect(chunks.map(({ lost }) => lost)).toEqual(chunks.map((_, index) => index < 3))
  await assembleTranscript(jobId)
  const stored = await db().transcript.findFirstOrThrow({ where: { mediaId: jobId } })
  expect(stored).toMatchObject({ complete: false, missing: [[0, 30_000]], coveredMs: 100_000 })
  expect(stored.warnings).toMatchObject([{ code: 'speech_missing', detail: expect.stringContaining('0:00–0:30') }])
})

test('a server that fails on everything, or on more than half, fails the job', async () => {
  const { signal } = new AbortController()
  const all = transcribeChunks(await idleJob(10), { fruitlessRounds: 3, signal })
  await answerRound(all, () => true)
  await expect(all).rejects.toMatchObject({ code: 'transcriber_failed' })

  const jobId = await idleJob(3)
  const heard = new Set<string>()
  const first = transcribeChunks(jobId, { fruitlessRounds: 0, signal })
  await answerRound(first, (sound) => heard.add(sound).size > 1)
  expect(await first).toMatchObject({ left: 2 })
  const last = transcribeChunks(jobId, { fruitlessRounds: 3, signal })
  await answerRound(last, () => true)
  await expect(last).rejects.toMatchObject({ code: 'transcriber_failed' })
})

test('cancelling a job aborts its running requests', async () => {
  const job = await start(6)
  const requests = [await next(), await next()]
  await cancel(job)
  await Promise.all(requests.map(({ closed }) => closed))
  await noWorkFiles()
})

/** Takes every decoding slot, until what it gives back is called. */
function holdDecoding(): () => Promise<void> {
  const release: (() => void)[] = []
  const never = new AbortController().signal
  const holding = Array.from({ length: availableParallelism() }, () =>
    withSlot('decode', 'test', never, () => new Promise<void>((resolve) => release.push(resolve))),
  )
  const letDecode = async () => {
    for (const end of release) end()
    await Promise.all(holding)
  }
  onTestFinished(letDecode)
  return letDecode
}

test('a job cancelled while it waits for a decoding slot leaves the queue', async () => {
  const letDecode = holdDecoding()
  const job = await start(2)
  await expect.poll(() => readdir(workDir())).toEqual([job.jobId])
  await cancel(job)
  await noWorkFiles()
  await letDecode()
})

test('a plan that another attempt has stored meanwhile is kept whole, and no other is mixed into it', {
  tags: 'deep',
}, async () => {
  const letDecode = holdDecoding()
  const { key, jobId } = await start(4)
  await expect.poll(() => readdir(workDir())).toEqual([jobId])
  // Not as this attempt would cut it, which is into two.
  const stored = { jobId, index: 0, startMs: 0, endMs: 44_000, silent: false }
  await db().chunk.create({ data: stored })
  const job = ended(service, key, jobId)
  await letDecode()
  const only = await next()
  expect(await db().chunk.findMany({ where: { jobId } })).toMatchObject([stored])
  expect(await answerAll(job, [only])).toHaveLength(1)
  expect(await job).toMatchObject({ status: 'done', transcript: { duration_seconds: 44 } })
})

test('a stalled download holds up no other job and ends when it is cancelled', { tags: 'deep' }, async () => {
  const { apiKey: key } = await newUser()
  const url = 'https://slow.example/episode.mp3'
  const stuck = await service.call('POST', '/v1/transcript', { key, body: { url } })
  expect(stuck.status).toBe(202)
  const { jobId } = remember({ key, jobId: (stuck.body as JobStarted).job_id })
  await expect.poll(async () => (await db().job.findUnique({ where: { id: jobId } }))?.stage).toBe('downloading')

  const other = await start(2)
  const done = ended(service, other.key, other.jobId)
  await answerAll(done)
  expect(await done).toMatchObject({ status: 'done' })

  await cancel({ key, jobId })
  await noWorkFiles()
})

test('audio that is missing from the disk is decoded again', { tags: 'deep' }, async () => {
  const { key, jobId } = await start(4)
  const first = await next()
  const second = await next()
  await first.refuse(500)
  await rm(`${workDir()}/${jobId}`, { recursive: true })
  const job = ended(service, key, jobId)
  await answerAll(job, [second])
  expect(await job).toMatchObject({ status: 'done', transcript: { duration_seconds: 44 } })
})

test('a job whose engine was removed ends immediately and its error names the setting', async () => {
  const { apiKey: key, userId } = await newUser()
  const url = 'https://slow.example/held.mp3'
  const media = await saveMedia(
    { platform: 'podcast', videoId: 'held', accessKey: '', url, openUrl: url, ownerId: null, title: null },
    { kind: 'audio' },
  )
  const request = { requestedLang: 'en', langHint: null, strict: false, allowPartial: false, captionless: true }
  const known = { durationMs: null, fromMs: 0, forImport: false, replaces: null }
  const started = await startJob(
    { kind: 'api_key', userId, tier: 'pro' },
    { media, openUrl: url, ...request, ...known },
  )
  if (!('job_id' in started)) throw new Error('a transcript was there already')
  const { jobId } = remember({ key, jobId: started.job_id })
  const job = ended(service, key, jobId)
  const answer = await held
  setEnv({ SPEECH_API_URL: '' })
  answer()
  expect(await job).toMatchObject({
    status: 'error',
    error: { code: 'transcriber_unavailable', detail: expect.stringContaining('SPEECH_API_URL') },
  })
  await noWorkFiles()
})
