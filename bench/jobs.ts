import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { durableRate, embeddedRunner } from '@/bench/measure/durable-rate'
import { printTable } from '@/bench/measure/print-table'
import { startBenchDatabase, startBenchService } from '@/bench/measure/start-bench'
import { loopReading } from '@/bench/speech/spoken-words'
import { pool } from '@/lib/core/db/db'
import type { Job, JobStarted } from '@/lib/jobs/contract'
import { type Chunk, planChunks } from '@/lib/media/chunks/plan-chunks'
import { readChunk } from '@/lib/media/chunks/read-chunk'
import { decodeAudio } from '@/lib/media/decode-audio'
import { findVoiceActivity } from '@/lib/media/voice-activity/find-voice-activity'
import type { ChunkEngine } from '@/lib/speech/engine'
import { createPocketsphinxEngine } from '@/lib/speech/pocketsphinx/create-pocketsphinx-engine'
import type { SignResponse } from '@/lib/uploads/contract'
import type { ServiceProcess } from '@/test/process/start-process'

/** How many seconds an engine takes for a recording's chunks, so many at a time, with nothing around it. */
async function engineAlone(
  file: string,
  engine: ChunkEngine,
  concurrency: number,
): Promise<{ seconds: number; chunks: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-engine-'))
  try {
    const pcm = path.join(folder, 'audio.pcm')
    await decodeAudio(file, pcm)
    const chunks = await planChunks(pcm, {
      minSeconds: 20,
      maxSeconds: 28,
      voiceActivity: await findVoiceActivity(pcm),
    })
    const waiting = chunks.filter(({ silent }) => !silent)
    const { signal } = new AbortController()
    const transcribe = async ({ startMs, endMs }: Chunk) =>
      engine.transcribe(
        { wav: await readChunk(pcm, startMs, endMs), durationMs: endMs - startMs },
        { lang: null, signal },
      )
    const work = async () => {
      for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) await transcribe(chunk)
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: concurrency }, work))
    return { seconds: (performance.now() - startedAt) / 1000, chunks: chunks.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The embedded executor's rate, and what the whole pipeline costs beside the engine: a job on ten minutes of speech (or so
 * many as the first argument says) with the offline engine, and the engine alone on the same chunks, in one run. Ends with
 * 1 when the job takes more than 1.05 times as long.
 */
const MINUTES = Number(process.argv[2] ?? 10)
const WANTED_RATIO = 1.05

async function measureExecutor(): Promise<void> {
  const database = await startBenchDatabase()
  try {
    const { runsPerSecond, p50Ms, p99Ms } = await durableRate(embeddedRunner(pool()))
    const heading = ['runs of three steps a second', 'event to first step p50 ms', 'p99 ms']
    printTable(heading, [[runsPerSecond.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1)]])
  } finally {
    await database.end()
  }
}

async function runJob(service: ServiceProcess, file: string): Promise<number> {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
  const post = async <T>(address: string, body: unknown): Promise<T> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${service.baseUrl}${address}`, init)
    if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const target = await post<SignResponse>('/v1/uploads/sign', { filename: 'reading.mp3', content_type: 'audio/mpeg' })
  await fetch(target.upload_url, { method: 'PUT', body: new Uint8Array(await readFile(file)) })
  const { job_id } = await post<JobStarted>('/v1/transcript', { upload: target.object_path })
  const stream = await fetch(`${service.baseUrl}/v1/jobs/${job_id}/events`, { headers })
  const last = (await stream.text()).split('\n').findLast((line) => line.startsWith('data: '))
  const job = JSON.parse(last?.slice('data: '.length) ?? 'null') as Job
  if (job.status !== 'done') throw new Error(`the job ended with ${JSON.stringify(job.error)}`)
  return (Date.parse(job.finished_at ?? '') - Date.parse(job.created_at)) / 1000
}

async function measurePipeline(): Promise<void> {
  const concurrency = availableParallelism()
  const { dataDir, service, end } = await startBenchService({
    SPEECH_ENGINE: 'pocketsphinx',
    SPEECH_CONCURRENCY: String(concurrency),
  })
  const file = path.join(dataDir, 'reading.mp3')
  try {
    await loopReading(file, MINUTES, 'a reading')
    // Before and after, since other work on the machine comes and goes.
    const before = await engineAlone(file, createPocketsphinxEngine(), concurrency)
    const jobSeconds = await runJob(service, file)
    const after = await engineAlone(file, createPocketsphinxEngine(), concurrency)
    const ratio = (2 * jobSeconds) / (before.seconds + after.seconds)
    printTable(
      ['speech', 'pieces', 'at a time', 'whole job s', 'engine alone s, before', 'after', 'ratio'],
      [
        [
          `${MINUTES} min`,
          String(before.chunks),
          String(concurrency),
          jobSeconds.toFixed(1),
          before.seconds.toFixed(1),
          after.seconds.toFixed(1),
          ratio.toFixed(3),
        ],
      ],
    )
    console.log(`whole job / engine alone: ${ratio.toFixed(3)} (wanted: at most ${WANTED_RATIO})`)
    if (ratio > WANTED_RATIO) process.exitCode = 1
  } finally {
    await end()
  }
}

await measureExecutor()
await measurePipeline()
