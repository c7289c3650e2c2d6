import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setEnv } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { OriginAnswer } from '@/test/origin/handle-request'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { guardedAgent } from './guard/guarded-agent'
import { sealCredentials } from './link-credentials'
import { type OpenUrlOptions, openUrl, readBody } from './open-url'

setEnv({ BASE_URL: 'http://localhost:3000' })

const BOMB_BYTES = 64 * 1024 * 1024
const answers = new Map<string, OriginAnswer | (() => Promise<OriginAnswer>)>()
let origin: Origin
let dispatcher: Dispatcher

beforeAll(async () => {
  origin = await startOrigin([
    ({ url }) => {
      const found = answers.get(url)
      return typeof found === 'function' ? found() : found
    },
  ])
  dispatcher = guardedAgent({ proxyUrl: origin.proxyUrl, ca: await readFile(origin.caFile, 'utf8') })
})
afterAll(async () => {
  await dispatcher.destroy()
  await origin.close()
})
beforeEach(() => {
  answers.clear()
  origin.requests.length = 0
})

function open(url: string, options: Partial<OpenUrlOptions> = {}) {
  return openUrl(url, { dispatcher, totalTimeoutMs: 30_000, maxBytes: 1024 * 1024, ...options })
}

async function text(url: string, options: Partial<OpenUrlOptions> = {}): Promise<string> {
  return Buffer.from(await readBody(await open(url, options), 1024 * 1024)).toString()
}

function redirect(from: string, location: string, status = 302): void {
  answers.set(from, { status, headers: { location }, body: 'moved' })
}

function problem(code: string) {
  return expect.objectContaining({ name: 'Problem', code })
}

/** A body that continues until the client hangs up. */
async function* endless(chunk: Uint8Array) {
  for (;;) yield chunk
}

/** A body that sends a little and then neither continues nor ends. */
async function* stuck() {
  yield 'a little'
  await new Promise(() => undefined)
}

describe('openUrl', () => {
  it('opens http and https, and gives status, headers and body', async () => {
    answers.set('http://media.example/a?b=c', {
      headers: { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] },
      body: 'A',
    })
    answers.set('https://media.example/', {
      status: 404,
      headers: { 'x-title': Buffer.from('日本').toString('latin1') },
      body: 'B',
    })
    const plain = await open('http://media.example/a?b=c#fragment')
    expect([plain.status, plain.headers.get('content-type'), plain.headers.getSetCookie()]).toEqual([
      200,
      'text/plain',
      ['a=1', 'b=2'],
    ])
    expect(Buffer.from(await readBody(plain, 10)).toString()).toBe('A')
    const secure = await open('https://media.example/')
    expect(secure.status).toBe(404)
    expect(Buffer.from(secure.headers.get('x-title') ?? '', 'latin1').toString()).toBe('日本')
    expect(Buffer.from(await readBody(secure, 10)).toString()).toBe('B')
  })

  it('posts a body, and takes headers in any case', async () => {
    answers.set('https://api.example/player', { body: 'ok' })
    await text('https://api.example/player', {
      method: 'POST',
      headers: { 'User-Agent': 'test', 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(origin.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'user-agent': 'test', 'content-length': '2', accept: '*/*' },
    })
  })

  it('follows redirects, relative ones too, and gives the final URL', async () => {
    redirect('http://short.example/x', 'https://media.example/dir/b')
    redirect('https://media.example/dir/b', '../c?d#e', 308)
    answers.set('https://media.example/c?d', { body: 'there' })
    const response = await open('http://short.example/x')
    expect(response.url.href).toBe('https://media.example/c?d#e')
    expect(Buffer.from(await readBody(response, 10)).toString()).toBe('there')
  })

  it('turns a redirected POST into a GET, but not on 307', async () => {
    redirect('https://api.example/a', '/b', 303)
    redirect('https://api.example/b', '/c', 307)
    answers.set('https://api.example/c', { body: 'ok' })
    await text('https://api.example/a', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })
    redirect('https://api.example/a', '/c', 307)
    await text('https://api.example/a', { method: 'POST', body: 'x' })
    expect(origin.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'POST', 'POST'])
    expect(origin.requests[1]?.headers).not.toHaveProperty('content-type')
    expect(origin.requests[4]?.headers).toHaveProperty('content-length', '1')
  })

  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x7f.1/',
    'http://[::ffff:a9fe:a9fe]/',
    '//localhost/',
    'http://printer.local./',
    'https://media.example:8443/',
    'https://user:pass@media.example/',
    'file:///etc/passwd',
    'itms-apps://media.example/',
  ])('does not follow a redirect to %s', async (location) => {
    redirect('https://short.example/a', '/b', 301)
    redirect('https://short.example/b', location)
    await expect(open('https://short.example/a')).rejects.toEqual(problem('blocked_url'))
    expect(origin.requests.map(({ url }) => url)).toEqual(['https://short.example/a', 'https://short.example/b'])
  })

  it("gives up on too many redirects and on ones that can't be read", async () => {
    redirect('https://loop.example/', '/')
    await expect(open('https://loop.example/')).rejects.toEqual(problem('upstream_changed'))
    expect(origin.requests).toHaveLength(6)
    await expect(open('https://loop.example/', { maxRedirects: 0 })).rejects.toEqual(problem('upstream_changed'))
    expect(origin.requests).toHaveLength(7)
    redirect('https://odd.example/', 'http://[')
    await expect(open('https://odd.example/')).rejects.toEqual(problem('upstream_changed'))
    answers.set('https://odd.example/', { status: 302 })
    expect((await open('https://odd.example/')).status).toBe(302)
  })

  it('keeps credentials within an origin and drops them permanently beyond it', async () => {
    redirect('https://a.example/1', '/2')
    redirect('https://a.example/2', 'https://b.example/3')
    redirect('https://b.example/3', 'https://a.example/4')
    answers.set('https://a.example/4', { body: 'ok' })
    redirect('https://c.example/1', 'http://c.example/2')
    answers.set('http://c.example/2', { body: 'ok' })
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'x-other': 'kept' }
    await text('https://a.example/1', { headers })
    await text('https://c.example/1', { headers })
    const seen = origin.requests.map((request) => request.headers)
    expect(seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer x',
      'Bearer x',
      undefined,
      undefined,
      'Bearer x',
      undefined,
    ])
    expect(seen.map(({ cookie }) => cookie)).toEqual(seen.map(({ authorization }) => authorization && 'a=b'))
    expect(seen.every((sent) => sent['x-other'] === 'kept')).toBe(true)
  })

  it('shows the credentials of a sealed link to its origin alone, and says of an answer whether it had them', async () => {
    setEnv({ VERBATIM_SECRET: 'a secret of this server' })
    const sealed = sealCredentials('a user', new URL('https://user:pass@a.example/1?x=y'))
    redirect('https://a.example/1?x=y', '/2')
    answers.set('https://a.example/2', { status: 401 })
    redirect('https://a.example/away', 'https://b.example/3')
    redirect('https://b.example/3', 'https://a.example/2')
    const within = await open(sealed)
    const beyond = await open(sealed.replace('/1?x=y', '/away'))
    const plain = await open('https://a.example/2')
    for (const { body } of [within, beyond, plain]) body.destroy()
    const basic = `Basic ${Buffer.from('user:pass').toString('base64')}`
    expect(origin.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['https://a.example/1?x=y', basic],
      ['https://a.example/2', basic],
      ['https://a.example/away', basic],
      ['https://b.example/3', undefined],
      ['https://a.example/2', undefined],
      ['https://a.example/2', undefined],
    ])
    expect([within, beyond, plain].map(({ hadCredentials }) => hadCredentials)).toEqual([true, false, false])
    expect(within.url.href).toBe('https://a.example/2')
  })

  it('follows no redirect to a sealed link', async () => {
    setEnv({ VERBATIM_SECRET: 'a secret of this server' })
    redirect('https://evil.example/1', sealCredentials('a user', new URL('https://user:pass@a.example/1')))
    await expect(open('https://evil.example/1')).rejects.toEqual(problem('blocked_url'))
    expect(origin.requests).toHaveLength(1)
  })
})

describe('the body of openUrl', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (data: Buffer) => data],
  ])('undoes %s', async (encoding, encode) => {
    answers.set('https://media.example/', {
      headers: { 'content-encoding': encoding },
      body: encode(Buffer.from('decoded')),
    })
    expect(await text('https://media.example/')).toBe('decoded')
  })

  it.each([
    ['gzip', gzipSync],
    ['br', (data: Buffer) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ])('stops a %s bomb at the limit of decoded bytes', async (encoding, encode) => {
    const bomb = encode(Buffer.alloc(BOMB_BYTES))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    answers.set('https://bomb.example/', { headers: { 'content-encoding': encoding }, body: bomb })
    const response = await open('https://bomb.example/', { maxBytes: 1024 * 1024 })
    let bytes = 0
    const reading = (async () => {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.length
    })()
    await expect(reading).rejects.toEqual(problem('file_too_large'))
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
  })

  it('refuses too much before, at and after the first byte', async () => {
    answers.set('https://media.example/declared', { body: Buffer.alloc(11) })
    await expect(open('https://media.example/declared', { maxBytes: 10 })).rejects.toEqual(problem('file_too_large'))
    answers.set('https://media.example/endless', { body: endless(Buffer.alloc(4096)) })
    const response = await open('https://media.example/endless', { maxBytes: 10_000 })
    await expect(readBody(response, 20_000)).rejects.toEqual(problem('file_too_large'))
    answers.set('https://media.example/exact', { body: Buffer.alloc(10) })
    expect(await readBody(await open('https://media.example/exact', { maxBytes: 10 }), 10)).toHaveLength(10)
    await expect(readBody(await open('https://media.example/exact'), 9)).rejects.toEqual(problem('file_too_large'))
  })

  it('gives headers of a HEAD request with any declared length', async () => {
    answers.set('https://media.example/', { headers: { 'content-length': 5_000_000, 'content-encoding': 'gzip' } })
    const response = await open('https://media.example/', { method: 'HEAD', maxBytes: 10 })
    expect(response.headers.get('content-length')).toBe('5000000')
    expect(await readBody(response, 0)).toHaveLength(0)
  })

  it.each([
    ['damaged', 'gzip', Buffer.from('this is not gzip')],
    ['cut off', 'gzip', gzipSync('a text that is long enough to be cut').subarray(0, 20)],
    ['cut off', 'br', brotliCompressSync('a text that is long enough to be cut').subarray(0, 10)],
    ['damaged', 'br', Buffer.alloc(40, 0xff)],
  ])('reports a body that is %s %s', async (_, encoding, body) => {
    answers.set('https://media.example/', { headers: { 'content-encoding': encoding }, body })
    await expect(text('https://media.example/')).rejects.toEqual(problem('upstream_changed'))
  })

  it.each(['gzip, gzip', 'compress'])('refuses the encoding %s', async (encoding) => {
    answers.set('https://media.example/', { headers: { 'content-encoding': encoding }, body: 'x' })
    await expect(open('https://media.example/')).rejects.toEqual(problem('upstream_changed'))
  })

  it('closes the connection when it is destroyed unread', async () => {
    const events = new EventEmitter()
    const closed = once(events, 'closed')
    async function* body() {
      try {
        yield* endless(Buffer.alloc(65_536))
      } finally {
        events.emit('closed')
      }
    }
    answers.set('https://media.example/', { body: body() })
    const response = await open('https://media.example/')
    response.body.destroy()
    await closed
    expect(response.body.destroyed).toBe(true)
  })
})

describe('openUrl when the source fails', () => {
  const hang = () => new Promise<OriginAnswer>(() => undefined)

  it('times out on headers that never come', async () => {
    answers.set('https://slow.example/', hang)
    await expect(open('https://slow.example/', { headersTimeoutMs: 50 })).rejects.toEqual(problem('upstream_timeout'))
  })

  it('times out when the total time is over, before or within the body', async () => {
    answers.set('https://slow.example/', hang)
    await expect(open('https://slow.example/', { totalTimeoutMs: 50 })).rejects.toEqual(problem('upstream_timeout'))
    answers.set('https://slow.example/', { body: stuck() })
    // A busy machine may not have opened it by then.
    const read = open('https://slow.example/', { totalTimeoutMs: 300 }).then((response) => readBody(response, 100))
    await expect(read).rejects.toEqual(problem('upstream_timeout'))
  })

  it('fails without an unhandled error before the body is read, and a later read gets the error', async () => {
    answers.set('https://slow.example/', { body: stuck() })
    const controller = new AbortController()
    const { body } = await open('https://slow.example/', { signal: controller.signal })
    controller.abort(new Problem('upstream_timeout'))
    await new Promise((resolve) => body.on('close', resolve))
    await expect(readBody({ body }, 100)).rejects.toEqual(problem('upstream_timeout'))

    answers.set('https://media.example/', { body: endless(Buffer.alloc(64)) })
    const large = await open('https://media.example/', { maxBytes: 32 })
    await new Promise((resolve) => large.body.on('close', resolve))
    await expect(readBody(large, 100)).rejects.toEqual(problem('file_too_large'))
  })

  it('times out while it connects', async () => {
    const agent = guardedAgent({ resolve: () => new Promise(() => undefined) })
    const reason = new Error('changed my mind')
    const controller = new AbortController()
    const aborted = expect(open('http://b.example/', { dispatcher: agent, signal: controller.signal })).rejects.toBe(
      reason,
    )
    const late = open('http://a.example/', { dispatcher: agent, totalTimeoutMs: 50 })
    await expect(late).rejects.toEqual(problem('upstream_timeout'))
    controller.abort(reason)
    await aborted
    await agent.destroy()
  })

  it("throws the caller's own reason when the caller aborts, before or within the body", async () => {
    const reason = new Error('changed my mind')
    await expect(open('https://slow.example/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    answers.set('https://slow.example/', { body: stuck() })
    const controller = new AbortController()
    const response = await open('https://slow.example/', { signal: controller.signal })
    controller.abort(reason)
    await expect(readBody(response, 100)).rejects.toBe(reason)
  })

  it('reports a connection that breaks off within the body', async () => {
    async function* broken() {
      yield 'a little'
      throw new Error('the server dies')
    }
    answers.set('http://media.example/', { headers: { 'content-length': 100 }, body: broken() })
    await expect(text('http://media.example/')).rejects.toEqual(problem('upstream_timeout'))
  })

  it('reports an untrusted certificate', async () => {
    const distrustful = guardedAgent({ proxyUrl: origin.proxyUrl })
    await expect(open('https://media.example/', { dispatcher: distrustful })).rejects.toEqual(
      problem('upstream_changed'),
    )
    await distrustful.destroy()
  })

  it('reports a server that refuses connections or speaks no HTTP', async () => {
    const server = createServer((socket) => void socket.resume().end('220 mail.example ESMTP\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const address = server.address()
    const proxyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const agent = guardedAgent({ proxyUrl })
    await expect(open('http://media.example/', { dispatcher: agent })).rejects.toEqual(problem('upstream_changed'))
    server.close()
    await once(server, 'close')
    await expect(open('http://media.example/', { dispatcher: agent })).rejects.toEqual(problem('upstream_timeout'))
    await agent.destroy()
  })

  it.each([
    ['ENOTFOUND', 'source_not_found'],
    ['EAI_AGAIN', 'upstream_timeout'],
  ])('reports %s of the DNS as %s', async (code, expected) => {
    const agent = guardedAgent({ resolve: () => Promise.reject(Object.assign(new Error(code), { code })) })
    await expect(open('http://media.example/', { dispatcher: agent })).rejects.toEqual(problem(expected))
    await agent.destroy()
  })

  it('opens nothing that is refused', async () => {
    await expect(open('http://127.0.0.1/')).rejects.toEqual(problem('blocked_url'))
    await expect(open('nothing')).rejects.toEqual(problem('invalid_url'))
    expect(origin.requests).toEqual([])
  })
})
