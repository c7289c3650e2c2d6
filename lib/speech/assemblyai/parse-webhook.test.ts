import { expect, test, vi } from 'vitest'
import { clearSingleton } from '@/lib/core/concurrency/singleton'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { spokenWords, startAssemblyaiServer } from '@/test/speech/assemblyai-server'
import { createAssemblyaiEngine } from './create-assemblyai-engine'
import { parseWebhook, WEBHOOK_HEADER, webhookSecret } from './parse-webhook'

const SECRET = 'the webhook secret'
const ID = '9ea68fd3-f953-42c1-9742-976c447fb463'
const BODY = JSON.stringify({ transcript_id: ID, status: 'completed' })
const proven = new Headers({ [WEBHOOK_HEADER]: SECRET })

test('a proven notification names the transcript and how it ended', () => {
  expect(parseWebhook(proven, BODY, SECRET)).toEqual({ remoteId: ID, status: 'completed' })
  const failed = JSON.stringify({ transcript_id: ID, status: 'error', more: 1 })
  expect(parseWebhook(proven, failed, SECRET)).toEqual({ remoteId: ID, status: 'error' })
})

test.each([
  ['no secret', new Headers(), BODY],
  ['another secret', new Headers({ [WEBHOOK_HEADER]: 'the webhook secreT' }), BODY],
  ['half the secret', new Headers({ [WEBHOOK_HEADER]: 'the webhook' }), BODY],
  ['an empty secret', new Headers({ [WEBHOOK_HEADER]: '' }), BODY],
  ['the secret in another header', new Headers({ authorization: SECRET }), BODY],
  ['no JSON', proven, 'transcript_id=9ea68fd3'],
  ['another shape', proven, '[]'],
  ['another kind of notification', proven, JSON.stringify({ status: 'redacted_audio_ready', redacted_audio_url: '' })],
  ['an id that is a path', proven, JSON.stringify({ transcript_id: '../upload', status: 'completed' })],
  ['a status of its own', proven, JSON.stringify({ transcript_id: ID, status: 'processing' })],
])('%s is nothing', (_, headers, body) => {
  expect(parseWebhook(headers, body, SECRET)).toBeNull()
})

test('where no secret is set, nothing proves itself', () => {
  expect(parseWebhook(new Headers({ [WEBHOOK_HEADER]: '' }), BODY, '')).toBeNull()
})

test('the secret is made of the one of this service', () => {
  const secretOf = (own: string) => {
    vi.stubEnv('BASE_URL', '')
    vi.stubEnv('VERBATIM_SECRET', own)
    clearSingleton('env')
    return webhookSecret()
  }
  const [one, again, other, none] = [secretOf('one'), secretOf('one'), secretOf('other'), secretOf('')]
  expect(one).toMatch(/^[\w-]{43}$/)
  expect(again).toBe(one)
  expect(other).not.toBe(one)
  expect(none).toBeNull()
  vi.unstubAllEnvs()
  clearSingleton('env')
})

test('the notification returns the data that was given with the recording', async () => {
  const server = await startAssemblyaiServer()
  const reported: unknown[] = []
  const receiver = await listenOnLoopback(async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    reported.push(parseWebhook(headers, Buffer.concat(chunks).toString(), SECRET))
    response.end()
  })
  const webhookUrl = `${receiver.url}/v1/webhooks/speech`

  const engine = createAssemblyaiEngine({ apiKey: server.apiKey, baseUrl: server.url, webhookSecret: SECRET })
  server.outcomes = [{ text: 'Hi.', words: spokenWords('Hi.'), audio_duration: 1 }]
  const signal = new AbortController().signal
  const source = { kind: 'url', url: 'https://media.example.org/a.mp3' } as const
  const id = await engine.submit(source, { lang: null, webhookUrl, signal })
  expect(await server.deliverWebhook(id)).toBe(200)
  expect(reported).toEqual([{ remoteId: id, status: 'completed' }])

  await receiver.stop()
  await server.close()
})
