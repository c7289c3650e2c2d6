import { describe, expect, test } from 'vitest'
import { localBrowserCookie } from '@/lib/accounts/testing/local-browser'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { makeConnection } from '@/lib/oauth/connections/make-connection'
import { useConnector } from '@/test/mcp/use-connector'
import { newUser } from '@/test/service'
import { serveMcp } from './serve-mcp'

const { baseUrl, url } = await useConnector()
const user = await newUser()
const bearer = { authorization: `Bearer ${user.apiKey}` }

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function post(body: unknown, headers: Record<string, string> = bearer, signal?: AbortSignal): Promise<Response> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: 'POST', headers: { ...ACCEPT, ...headers }, body: raw }
  return fetch(url, signal ? { ...init, signal } : init)
}

const callOf = (id: number, name: string, args: unknown, meta: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: meta },
})

/** A job of the user without a worker. */
async function makeJob(): Promise<string> {
  const link = `http://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: link, url: link } })
  const job = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en' } })
  await db().jobCaller.create({ data: { jobId: job.id, userId: user.userId, libraryItemId: newId() } })
  return job.id
}

/** The content of a stream up to the moment at which it contains a text. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
  const decoder = new TextDecoder()
  let read = ''
  while (!read.includes(text)) {
    const { value, done } = await reader.read()
    if (done) break
    read += decoder.decode(value, { stream: true })
  }
  return read
}

describe('a credential', () => {
  test.each([
    ['none', {}, 'missing_credentials', 'Bearer realm="Verbatim", '],
    [
      'a mistyped one',
      { authorization: 'Bearer vbt_x' },
      'invalid_credentials',
      'Bearer realm="Verbatim", error="invalid_token", ',
    ],
    [
      'another scheme',
      { authorization: 'Basic eDp5' },
      'invalid_credentials',
      'Bearer realm="Verbatim", error="invalid_token", ',
    ],
  ])('%s: is asked for, saying where to get one', async (_, headers: Record<string, string>, code, start) => {
    const answer = await post(LIST, headers)
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { code, request_id: answer.headers.get('x-request-id') },
    ])
    expect(answer.headers.get('www-authenticate')).toBe(
      `${start}resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp", scope="transcripts:read transcripts:write"`,
    )
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect((await fetch(url, { headers })).status).toBe(401)
  })

  test('that was replaced is refused', async () => {
    const { apiKey } = await newUser()
    const before = await post(LIST, { authorization: `Bearer ${apiKey}` })
    await fetch(`${baseUrl}/v1/me/api-key/regenerate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const after = await post(LIST, { authorization: `Bearer ${apiKey}` })
    expect([before.status, after.status]).toEqual([200, 401])
  })

  test('opens what a connected app was allowed, and says what is to be allowed for more', async () => {
    const allowed = { userId: user.userId, kind: 'app' as const, name: 'App', scope: 'transcripts:read', resource: url }
    const client = { id: 'app', grantTypes: [] }
    const { token } = await db().$transaction((tx) => makeConnection(tx, client, allowed))
    const connected = { authorization: `Bearer ${token.access_token}` }
    const read = await post(callOf(1, 'get_job', { job_id: 'x' }), connected)
    expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('code: not_found')])
    const write = await post(callOf(1, 'get_transcript', { url: 'http://127.0.0.1/' }), connected)
    expect([write.status, write.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="transcripts:read transcripts:write"'),
    ])
    expect((await post(LIST, { authorization: `${connected.authorization}x` })).status).toBe(401)
  })

  test('is never taken from the address', async () => {
    const answer = await fetch(`${url}?access_token=${user.apiKey}&key=${user.apiKey}`, {
      method: 'POST',
      headers: ACCEPT,
    })
    expect(answer.status).toBe(401)
  })
})

test('messages are counted with the calls of the API, and bear the same headers', async () => {
  const { apiKey } = await newUser()
  const authorization = { authorization: `Bearer ${apiKey}` }
  setEnv({ RATE_LIMIT_PER_MINUTE: '3' })
  const key = () => fetch(`${baseUrl}/v1/me/api-key`, { headers: authorization })
  const first = await key()
  const answers = [await post(LIST, authorization), await post(LIST, authorization), await post(LIST, authorization)]
  const last = await key()
  setEnv({ RATE_LIMIT_PER_MINUTE: '0' })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(last.status).toBe(429)
  const names = [
    'ratelimit-policy',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'content-security-policy',
    'x-frame-options',
    'cross-origin-resource-policy',
    'permissions-policy',
  ]
  for (const answer of answers) {
    expect(names.map((name) => answer.headers.get(name))).toEqual(names.map((name) => first.headers.get(name)))
  }
  expect(answers[2]?.headers.get('retry-after')).toBe('20')
  expect(answers[2]?.headers.get('content-type')).toBe('application/problem+json')
})

describe('without a credential, on one’s own machine', () => {
  const ask = (headers: Record<string, string>) =>
    serveMcp(new Request(url, { method: 'POST', headers: { ...ACCEPT, ...headers }, body: JSON.stringify(LIST) }))

  test('a page of this service acts as the local account, and other callers are refused', async () => {
    const cookie = await localBrowserCookie()
    const host = 'localhost:3000'
    const own = 'http://localhost:3000'
    const cases: [headers: Record<string, string>, status: number][] = [
      [{ host, 'sec-fetch-site': 'same-origin', origin: own }, 200],
      [{ host, origin: own }, 200],
      [{ host }, 401],
      [{ host, 'sec-fetch-site': 'same-site', origin: 'http://localhost:6274' }, 401],
      [{ host, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
      [{ host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 401],
      [{ host, 'sec-fetch-site': 'same-origin', origin: own, 'x-forwarded-for': '203.0.113.7' }, 401],
    ]
    for (const [headers, status] of cases) {
      expect([headers, (await ask({ ...headers, cookie })).status]).toEqual([headers, status])
      expect([headers, (await ask(headers)).status]).toEqual([headers, Math.max(status, 401)])
    }
  })

  test('access is refused where the service is for others too', async () => {
    setEnv({ BASE_URL: 'https://verbatim.example' })
    const answer = await ask({
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      cookie: await localBrowserCookie(),
    })
    setEnv({ BASE_URL: baseUrl })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('"https://verbatim.example/.well-known/')
  })
})

describe('the page that calls', () => {
  const statusFrom = async (origin: string) => (await post(LIST, { ...bearer, origin })).status

  test('is one of ours, or on this machine in local mode', async () => {
    for (const origin of [baseUrl, 'http://localhost:6274', 'http://127.0.0.1:1', 'https://[::1]']) {
      expect([origin, await statusFrom(origin)]).toEqual([origin, 200])
    }
  })

  test('is no other, with any credential', async () => {
    const others = [
      'https://evil.example',
      'null',
      'localhost',
      'http://localhost.evil.example',
      'file://',
      'chrome-extension://x',
    ]
    for (const origin of others) expect([origin, await statusFrom(origin)]).toEqual([origin, 403])
    const answer = await post(LIST, { ...bearer, origin: 'https://evil.example' })
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 }, id: null })
  })

  test('is ours alone where the service is for others too', async () => {
    setEnv({ BASE_URL: 'https://verbatim.example' })
    const statuses = await Promise.all(['https://verbatim.example', 'http://localhost:6274', baseUrl].map(statusFrom))
    setEnv({ BASE_URL: baseUrl })
    expect(statuses).toEqual([200, 403, 403])
  })

  test('learns before it calls what it may send', async () => {
    const preflight = (origin: string) => fetch(url, { method: 'OPTIONS', headers: { origin } })
    const answer = await preflight('http://localhost:6274')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Mcp-Protocol-Version/)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await preflight('https://evil.example')).status).toBe(403)
  })
})

describe('a message', () => {
  test.each<[string, unknown, number]>([
    ['that is no JSON', '{', 400],
    ['that is empty', '', 400],
    ['that is null', 'null', 400],
    ['without a method', { jsonrpc: '2.0', id: 1 }, 400],
    ['of an empty batch', [], 400],
    ['of too large a batch', Array.from({ length: 101 }, () => LIST), 400],
    ['that is too large', { ...LIST, params: { x: 'x'.repeat(70_000) } }, 413],
    ['that is deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
    [
      'that pollutes',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"x":1},"params":{"__proto__":{"y":1}}}',
      400,
    ],
  ])('%s: is answered in the protocol’s form', async (_, body, status) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })

  test('that is no JSON by its type, or of another method, is refused', async () => {
    expect((await post(LIST, { ...bearer, 'content-type': 'text/plain' })).status).toBe(415)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(url, { method, headers: { ...bearer, ...ACCEPT } })
      expect([method, answer.status]).toEqual([method, 405])
    }
  })

  test('an unsupported protocol revision is answered with the supported ones', async () => {
    const answer = await post(LIST, { ...bearer, 'mcp-protocol-version': '1999-01-01' })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('2025-06-18')])
  })
})

describe('a call that waits', () => {
  test('ends when it is cancelled, and its job continues', async () => {
    const jobId = await makeJob()
    const waiting = await post(callOf(7, 'get_job', { job_id: jobId }, { progressToken: 'p' }))
    const reader = waiting.body?.getReader() ?? expect.fail('there is no stream')
    expect(await readUntil(reader, 'notifications/progress')).toContain('"progressToken":"p"')
    const back = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'enough' } }
    const stranger = await newUser()
    await post(back, { authorization: `Bearer ${stranger.apiKey}` })
    await post({ ...back, params: { requestId: '7' } })
    expect((await post(back)).status).toBe(202)
    const rest = await readUntil(reader, 'not ready yet')
    expect(rest).toContain(`Call get_job with job_id \\"${jobId}\\" to keep waiting`)
    expect(await db().job.findUnique({ where: { id: jobId } })).toMatchObject({ status: 'queued', finishedAt: null })
  })

  test('continues when another account cancels its request id', async () => {
    const jobId = await makeJob()
    const waiting = await post(callOf(8, 'get_job', { job_id: jobId }, { progressToken: 1 }))
    const reader = waiting.body?.getReader() ?? expect.fail('there is no stream')
    await readUntil(reader, 'notifications/progress')
    const back = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 8 } }
    await post(back, { authorization: `Bearer ${(await newUser()).apiKey}` })
    await db().job.update({
      where: { id: jobId },
      data: { progress: 0.5, status: 'in_progress', stage: 'transcribing' },
    })
    await db().$executeRaw`select pg_notify('verbatim_job', ${jobId})`
    expect(await readUntil(reader, '"progress":0.5')).not.toContain('not ready yet')
    await reader.cancel()
  })

  test('ends when its connection does', async () => {
    const jobId = await makeJob()
    const gone = new AbortController()
    const waiting = await post(callOf(9, 'get_job', { job_id: jobId }, { progressToken: 1 }), bearer, gone.signal)
    await readUntil(waiting.body?.getReader() ?? expect.fail('there is no stream'), 'notifications/progress')
    const waits = () => singleton('mcp-waiting', () => new Map()).size
    expect(waits()).toBe(1)
    gone.abort()
    await expect.poll(waits).toBe(0)
    expect(await db().job.findUnique({ where: { id: jobId } })).toMatchObject({ status: 'queued', finishedAt: null })
  })
})
