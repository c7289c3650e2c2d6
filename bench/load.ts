import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { startProcess } from '@/test/process/start-process'
import { percentile } from './measure-rate'
import { printTable } from './print-table'
import { residentBytes } from './resident-bytes'

/**
 * A mixed load at a fixed rate, whatever the service makes of it: polls of a running job, stored transcripts, new caption
 * files, new recordings. Ends with 1 when a request fails, or memory still grows at the end.
 *
 *     LOAD_SECONDS=600 LOAD_RATE=500 node server/setup/run-typescript.mjs bench/load.ts
 */
const SECONDS = Number(process.env.LOAD_SECONDS ?? 600)
const RATE = Number(process.env.LOAD_RATE ?? 500)
const MOST_GROWTH = 1.15
const MIB = 1024 ** 2

/** How many in a hundred requests; the rest are polls. */
const SHARES = { stored: 25, captions: 2 }
const RECORDINGS_PER_SECOND = 1

/** A speech server that has heard it all before: the load is the service's own. */
async function startSpeech() {
  const server = createServer(async (incoming, response) => {
    for await (const _ of incoming);
    const segments = [{ id: 0, start: 0, end: 2, text: 'Heard at once.' }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ task: 'transcribe', language: 'english', duration: 11, text: '', segments }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const speech = await startSpeech()
const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
const service = await startProcess(dataDir, {
  SPEECH_ENGINE: 'openai',
  SPEECH_API_URL: speech.url,
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
  JOBS_PER_USER: '100000',
})
const dispatcher = new Agent({ connections: 200, pipelining: 1 })
const times = new Map<string, number[]>()
const failures = new Map<string, number>()

/** One call; its time is kept under the name of its kind, and so is its failure. */
async function call<T>(
  kind: string,
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  body?: string | Buffer,
): Promise<T | null> {
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' }
  try {
    const url = new URL(address, service.baseUrl)
    const answer = await request(url, { method, headers, body: body ?? null, dispatcher })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`)
    times.get(kind)?.push(performance.now() - startedAt) ?? times.set(kind, [performance.now() - startedAt])
    return JSON.parse(text) as T
  } catch (error) {
    if (!failures.has(kind)) console.error(`${kind}:`, error)
    failures.set(kind, (failures.get(kind) ?? 0) + 1)
    return null
  }
}

/** Uploads a file and asks for its transcript. Gives the object path and, when it became a job, the job's id. */
async function send(kind: string, filename: string, content: string | Buffer) {
  const wish = JSON.stringify({ filename, content_type: 'application/octet-stream' })
  const target = await call<{ upload_url: string; object_path: string }>('sign', 'POST', '/v1/uploads/sign', wish)
  if (!target || !(await call('upload', 'PUT', target.upload_url, content))) return null
  const body = JSON.stringify({ upload: target.object_path })
  const answer = await call<{ job_id?: string }>(kind, 'POST', '/v1/transcript', body)
  return answer && { upload: target.object_path, jobId: answer.job_id ?? null }
}

const recording = await readFile('test/fixtures/audio/jfk.wav')
const clock = (line: number) =>
  `00:00:${String(Math.floor(line / 5)).padStart(2, '0')}.${(line % 5) * 200}`.padEnd(12, '0')
const captions = (number: number) =>
  `WEBVTT\n\n${Array.from({ length: 60 }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\nLine ${at} of ${number}\n`).join('\n')}`

try {
  const stored = await send('captions', 'stored.vtt', captions(0))
  const polled = await send('recording', 'polled.wav', recording)
  if (!stored || !polled?.jobId) throw new Error('the load could not be prepared')
  const storedBody = JSON.stringify({ upload: stored.upload })
  const under: Promise<unknown>[] = []
  const memory: number[] = []
  const startedAt = performance.now()
  for (let sent = 0; sent < SECONDS * RATE; sent += 1) {
    const dueMs = (sent / RATE) * 1000 - (performance.now() - startedAt)
    if (dueMs > 1) await delay(dueMs)
    const share = sent % 100
    if (share < SHARES.stored) under.push(call('stored transcript', 'POST', '/v1/transcript', storedBody))
    else if (share < SHARES.stored + SHARES.captions) under.push(send('captions', `${sent}.vtt`, captions(sent)))
    else under.push(call('poll', 'GET', `/v1/jobs/${polled.jobId}`))
    if (sent % RATE < RECORDINGS_PER_SECOND) {
      under.push(send('recording', `${sent}.wav`, Buffer.concat([recording, Buffer.alloc(2 * (sent + 1))])))
      memory.push(await residentBytes(service.pid))
      // What is done is let go.
      await Promise.all(under.splice(0, Math.max(0, under.length - 4 * RATE)))
    }
  }
  await Promise.all(under)
  const rows = [...times].map(([kind, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const at = (part: number) => percentile(sorted, part).toFixed(1)
    return [kind, String(all.length), at(0.5), at(0.95), at(0.99), String(failures.get(kind) ?? 0)]
  })
  printTable(['request', 'answered', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'], rows)
  const part = Math.max(1, Math.floor(memory.length / 5))
  const median = (values: number[]) =>
    percentile(
      values.toSorted((a, b) => a - b),
      0.5,
    )
  const [early, late] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  console.log(
    `${SECONDS} s at ${RATE}/s; resident memory ${(early / MIB).toFixed(0)} MiB in the second fifth, ${(late / MIB).toFixed(0)} MiB in the last`,
  )
  if (failures.size > 0 || late > early * MOST_GROWTH) process.exitCode = 1
} finally {
  await service.stop()
  await dispatcher.close()
  speech.close()
  await rm(dataDir, { recursive: true, force: true })
}
