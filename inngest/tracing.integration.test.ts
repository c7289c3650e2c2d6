import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pool } from '@/lib/core/db/db'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { startTracing } from '@/lib/core/tracing/start-tracing'
import { tracing } from '@/lib/core/tracing/tracing'
import type { JobStarted } from '@/lib/jobs/contract'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { ended, newUser, useService } from '@/test/service'
import { startSpeechServer } from '@/test/speech/speech-server'

const LINK_SECRET = 'signature-of-the-link'
const PRIVATE_PATH = 'private-feed-of-ada'

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
})
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})
type Span = z.infer<typeof spanSchema>

/** The spans that the collector received, in the JSON of OTLP/HTTP. */
const received: Span[] = []
const sentBodies: string[] = []
const collector = await listenOnLoopback(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  sentBodies.push(`${request.url} ${request.headers.authorization ?? ''} ${body}`)
  for (const { scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
    received.push(...scopeSpans.flatMap(({ spans }) => spans))
  }
  response.setHeader('content-type', 'application/json').end('{}')
})

const sound = await readFile('test/fixtures/audio/jfk.wav')
const origin = await startOrigin([() => ({ headers: { 'content-type': 'audio/wav' }, body: sound })])
const speech = await startSpeechServer()
process.env.OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20of-the-collector'
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `${collector.url}/`
let stop = async () => {}
const settings = { SPEECH_ENGINE: 'openai', SPEECH_API_URL: speech.url, SPEECH_API_KEY: 'sk-speech' }
const service = await useService(settings, async () => {
  stop = await startTracing()
})
trustOrigin(origin)
afterAll(async () => {
  await origin.close()
  speech.close()
  await collector.stop()
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  delete process.env.OTEL_EXPORTER_OTLP_HEADERS
})

let apiKey = ''
beforeAll(async () => {
  apiKey = (await newUser()).apiKey
  const url = `http://media.example/${PRIVATE_PATH}/talk.wav?token=${LINK_SECRET}`
  const started = await service.call('POST', '/v1/transcript', { key: apiKey, body: { url } })
  expect(started.status).toBe(202)
  await (await speech.next()).answer()
  const job = await ended(service, apiKey, (started.body as JobStarted).job_id)
  expect(job).toMatchObject({ status: 'done' })
  // The job is reported as ended before the last step of its run.
  const open = () =>
    pool().query('select 1 from durable_run where ended_at is null and function_id like $1', ['%recording'])
  await vi.waitFor(async () => expect((await open()).rowCount).toBe(0), { timeout: 30_000 })
  await stop()
})

/** The names from a span up to the beginning of its trace. */
function ancestry(span: Span): string[] {
  const parent = received.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...(parent ? ancestry(parent) : [])]
}

function attributesOf(span: Span): Record<string, unknown> {
  return Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

test('one call for a transcript is one trace: request, statements, the job’s steps, and what they ask', () => {
  const request = received.find(({ name }) => name === 'POST /v1/transcript')
  const trace = received.filter(({ traceId }) => traceId === request?.traceId)
  const lines = trace.map((span) => ancestry(span).join(' ← '))
  expect(lines).toContain('INSERT event ← POST /v1/transcript')
  expect(lines).toContain('GET ← POST /v1/transcript')
  expect(lines).toContain('transcribe-recording prepare ← POST /v1/transcript')
  expect(lines).toContain('GET ← transcribe-recording prepare ← POST /v1/transcript')
  expect(lines.filter((line) => /^POST ← transcribe-recording .* ← POST \/v1\/transcript$/.test(line))).toHaveLength(1)
  expect(lines.some((line) => /^\w+ transcript ← transcribe-recording finish/.test(line))).toBe(true)
  expect(lines.every((line) => line.endsWith('POST /v1/transcript'))).toBe(true)
})

test('a span says what was asked and how it was answered', () => {
  const request = received.find(({ name }) => name === 'POST /v1/transcript')
  expect(request && attributesOf(request)).toMatchObject({
    'http.route': '/v1/transcript',
    'http.request.method': 'POST',
    'http.response.status_code': 202,
  })
  const fetches = received.filter(({ name }) => name === 'GET').map(attributesOf)
  expect(fetches).toContainEqual(expect.objectContaining({ 'http.response.status_code': 200 }))
})

test('no secret, path or query of a link, text or value of a statement is in what is sent', () => {
  const sent = sentBodies.join('\n')
  expect(sent).toContain('/v1/traces Bearer of-the-collector')
  for (const secret of [LINK_SECRET, PRIVATE_PATH, apiKey, 'sk-speech', 'heard ', 'verbatim.test']) {
    expect(sent).not.toContain(secret)
  }
})

test('no request to others bears the trace, and the collector’s own is no part of one', () => {
  expect(origin.requests.filter(({ headers }) => headers.traceparent !== undefined)).toEqual([])
  const hosts = received.map((span) => attributesOf(span)['server.address'])
  expect(hosts).not.toContain(new URL(collector.url).host)
})

test('nothing is traced after tracing has stopped', async () => {
  expect(tracing()).toBeNull()
  const before = received.length
  await service.call('GET', '/v1/me/api-key', { key: apiKey })
  expect(received).toHaveLength(before)
})
