import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { workDir } from '@/lib/core/storage/work-dir'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { decodeAudio } from '@/lib/media/decode-audio'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import { louderSpeech } from '@/test/louder-speech'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import { type SpeechRequest, startSpeechServer } from '@/test/speech/speech-server'
import type { JobSegments, JobStarted } from '../contract'
import { withSlot } from '../runs/with-slot'
import { prepareJob, prepareRest } from './prepare-job'

const speech = await startSpeechServer()
const service = await useService({ SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_CONCURRENCY: '2' })
const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-plan-'))
afterAll(async () => {
  speech.close()
  await rm(folder, { recursive: true, force: true })
})

const HEADER_BYTES = 44
const BYTES_PER_SECOND = 32_000
const { signal } = new AbortController()

/** A FLAC file of so many seconds of silence in which turns of speech begin at these seconds. No two of its chunks are the same. */
async function recording(seconds: number, speeches: readonly { at: number; turns: number }[]): Promise<string> {
  const wav = Buffer.from(silence(seconds))
  const all = Buffer.from(await louderSpeech(speeches.reduce((sum, { turns }) => sum + turns, 0)))
  const turnBytes = 11 * BYTES_PER_SECOND
  let turn = 0
  for (const { at, turns } of speeches) {
    const from = HEADER_BYTES + turn * turnBytes
    all.copy(wav, HEADER_BYTES + at * BYTES_PER_SECOND, from, from + turns * turnBytes)
    turn += turns
  }
  const [source, file] = [path.join(folder, 'long.wav'), path.join(folder, 'long.flac')]
  await writeFile(source, wav)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, file])
  return file
}

/** A recording as PCM, with its plan in a single pass. */
async function planAtOnce(file: string): Promise<{ pcm: string; chunks: Chunk[] }> {
  const pcm = path.join(folder, 'whole.pcm')
  await decodeAudio(file, pcm)
  const voiceActivity = await findVoiceActivity(pcm)
  return { pcm, chunks: await planChunks(pcm, { minSeconds: 20, maxSeconds: 28, voiceActivity }) }
}

/** The sounds of the chunks with speech, as the server has them. */
async function soundsOf(pcm: string, chunks: readonly Chunk[]): Promise<string[]> {
  const spoken = chunks.filter(({ silent }) => !silent)
  const wavs = await Promise.all(spoken.map(({ startMs, endMs }) => readChunk(pcm, startMs, endMs)))
  return wavs.map((wav) => createHash('sha256').update(wav).digest('hex').slice(0, 8))
}

/** The end of a voice is found a little earlier or later by how much before it was listened to. */
const NEAR_MS = 500

/** Whether two plans cut at the same pauses, and the first has no gap and no needless overlap. */
function isSamePlan(chunks: readonly Chunk[], whole: readonly Chunk[]): boolean {
  return (
    chunks.length === whole.length &&
    chunks.every(({ startMs, endMs, silent, overlapMs }, at) => {
      const other = whole[at]
      const isJoined = startMs + overlapMs === (chunks[at - 1]?.endMs ?? 0)
      const isNear = other !== undefined && Math.abs(endMs - other.endMs) < NEAR_MS
      return isJoined && isNear && silent === other.silent && overlapMs === other.overlapMs
    })
  )
}

async function start(file: string) {
  const { apiKey: key, userId } = await newUser()
  const object_path = await upload(service, key, 'long.flac', new Uint8Array(await readFile(file)))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  return { key, userId, jobId: (answer.body as JobStarted).job_id }
}

const chunksOf = (jobId: string) => db().chunk.findMany({ where: { jobId }, orderBy: { index: 'asc' } })

/** Takes every decoding slot, until what it gives back is called. */
function holdDecoding(): () => Promise<void> {
  const release: (() => void)[] = []
  const holding = Array.from({ length: availableParallelism() }, () =>
    withSlot('decode', 'test', signal, () => new Promise<void>((resolve) => release.push(resolve))),
  )
  const letDecode = async () => {
    for (const end of release) end()
    await Promise.all(holding)
  }
  onTestFinished(letDecode)
  return letDecode
}

let waiting: Promise<SpeechRequest> | null = null

/** The next request. One that is not read is left to the next call. */
function next(): Promise<SpeechRequest> {
  waiting ??= speech.next().finally(() => {
    waiting = null
  })
  return waiting
}

/** Answers what is asked until the work is over. Returns the sounds in their order. */
async function answerUntil(over: Promise<unknown>): Promise<string[]> {
  const sounds: string[] = []
  const end = over.then(() => null)
  for (;;) {
    const request = await Promise.race([next(), end])
    if (!request) return sounds
    sounds.push(request.sound)
    await request.answer()
  }
}

test('the beginning of a long recording is readable before the rest is decoded, and the text is that of one plan', async () => {
  const file = await recording(640, [
    { at: 0, turns: 8 },
    { at: 280, turns: 4 },
    { at: 590, turns: 4 },
  ])
  const whole = await planAtOnce(file)
  const { key, userId, jobId } = await start(file)
  let request = await next()
  const letDecode = holdDecoding()
  const beginning = await chunksOf(jobId)
  const spoken = beginning.filter(({ silent }) => !silent)
  const seamMs = beginning.at(-1)?.endMs ?? 0
  expect([spoken.length > 1, seamMs < 300_000]).toEqual([true, true])
  const sounds: string[] = []
  for (let at = 0; at < spoken.length; at++) {
    if (at > 0) request = await next()
    sounds.push(request.sound)
    // As after a move to another machine.
    if (at === spoken.length - 1) await rm(path.join(workDir(), jobId), { recursive: true })
    await request.answer()
  }
  const read = async () => (await service.call('GET', `/v1/jobs/${jobId}/segments`, { key })).body as JobSegments
  await expect.poll(async () => (await read()).covered_ms).toBe(seamMs)
  const early = await read()
  expect(early.status).toBe('in_progress')
  const heard = async (chunks: readonly Chunk[]) => (await soundsOf(whole.pcm, chunks)).map((sound) => `heard ${sound}`)
  expect(early.segments.map(({ text }) => text)).toEqual(await heard(beginning))
  // A run that begins again finds the plan.
  expect(await prepareJob(jobId, signal)).toBe('beginning')
  expect(await chunksOf(jobId)).toHaveLength(beginning.length)

  await letDecode()
  const first = await next()
  expect(await prepareRest(jobId, signal)).toBe('pieces')
  expect(await prepareJob(jobId, signal)).toBe('pieces')
  const planned = await chunksOf(jobId)
  expect(isSamePlan(planned, whole.chunks)).toBe(true)
  const job = ended(service, key, jobId)
  sounds.push(first.sound)
  await first.answer()
  sounds.push(...(await answerUntil(job)))
  expect(sounds.toSorted()).toEqual((await soundsOf(whole.pcm, planned)).toSorted())
  const { transcript } = await job
  expect(transcript?.text?.match(/heard \w{8}/g)).toEqual(await heard(planned))
  expect(transcript).toMatchObject({ complete: true, duration_seconds: 640 })
  const period = await db().usagePeriod.findFirstOrThrow({ where: { userId } })
  expect(period).toMatchObject({ usedSeconds: 640, reservedSeconds: 0 })
})

test('a long recording without speech at its beginning is planned as a whole', async () => {
  const file = await recording(610, [{ at: 320, turns: 4 }])
  const whole = await planAtOnce(file)
  const { key, jobId } = await start(file)
  const job = ended(service, key, jobId)
  expect((await answerUntil(job)).toSorted()).toEqual((await soundsOf(whole.pcm, whole.chunks)).toSorted())
  expect((await job).transcript).toMatchObject({ complete: true, duration_seconds: 610 })
})
