import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Verbatim } from './src/verbatim'

type Part = { number: number; offset: number; size_bytes: number; url: string }
type Sent = { method: string; url: string; headers: Headers; body: string }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const part = (number: number, offset: number, size: number): Part => ({
  number,
  offset,
  size_bytes: size,
  url: `http://store.example/${number}?signed`,
})

function progress(received: number, { parts }: { parts?: Part[] } = {}): Response {
  return Response.json({
    object_path: 'uploads/x',
    protocol: parts ? 'parts' : 'offset',
    received_bytes: received,
    size_bytes: 5,
    complete: received === 5,
    parts: parts ?? [],
  })
}

/** Uploads five bytes to a scripted server, with every pause skipped. */
async function upload(answer: (sent: Sent) => Response | Promise<Response>, file = new Blob(['12345'])) {
  const sent: Sent[] = []
  const scripted: typeof fetch = async (url, init = {}) => {
    const body = init.body instanceof Blob ? await init.body.text() : ''
    const one = { method: init.method ?? '', url: String(url), headers: new Headers(init.headers), body }
    sent.push(one)
    if (!one.url.endsWith('/v1/uploads/sign')) return answer(one)
    return Response.json({ resumable_url: 'http://elsewhere.example/up?signature=s', object_path: 'uploads/x' })
  }
  const verbatim = new Verbatim({ baseUrl: 'http://server.example', apiKey: 'key', fetch: scripted })
  const startMs = Date.now()
  const outcome = verbatim.upload(file, { name: 'a.wav' }).then(
    (path) => ({ path, error: null }),
    (error: unknown) => ({ path: null, error }),
  )
  await vi.runAllTimersAsync()
  return { ...(await outcome), sent, methods: sent.map(({ method }) => method), waitedMs: Date.now() - startMs }
}

describe('an upload', () => {
  test('sends parts to the store, without the key', async () => {
    const left = [part(1, 0, 3), part(2, 3, 2)]
    const { path, sent, waitedMs } = await upload(({ method }) => {
      if (method !== 'PUT') return progress(5 - left.reduce((sum, one) => sum + one.size_bytes, 0), { parts: left })
      left.shift()
      return new Response(null)
    })
    expect(path).toBe('uploads/x')
    const puts = sent.filter(({ method }) => method === 'PUT').map(({ url, body }) => [url, body])
    expect(puts).toEqual([
      ['http://store.example/1?signed', '123'],
      ['http://store.example/2?signed', '45'],
    ])
    expect(sent.slice(1).filter(({ headers }) => headers.has('authorization'))).toEqual([])
    expect(waitedMs).toBe(0)
  })

  test('sends slices without the key', async () => {
    let received = 0
    const { methods, sent } = await upload(({ method, body }) => {
      if (method === 'PATCH') received += body.length
      return method === 'PATCH' ? new Response(null, { status: 204 }) : progress(received)
    })
    expect(methods).toEqual(['POST', 'GET', 'PATCH', 'GET'])
    expect(sent.slice(1).filter(({ headers }) => headers.has('authorization'))).toEqual([])
  })

  test('asks for a new address of a part when the old one has expired', async () => {
    let asked = 0
    const { path, methods } = await upload(({ method, url }) => {
      if (method === 'PUT') return new Response(null, { status: url.includes('/1?') ? 403 : 200 })
      if (method === 'GET') asked++
      return asked > 2 ? progress(5, { parts: [] }) : progress(0, { parts: [part(asked, 0, 5)] })
    })
    expect(path).toBe('uploads/x')
    expect(methods).toEqual(['POST', 'GET', 'PUT', 'GET', 'PUT', 'GET'])
  })

  test('is given up where the store refuses every part', async () => {
    const { error, methods } = await upload(({ method }) =>
      method === 'PUT' ? new Response(null, { status: 403 }) : progress(0, { parts: [part(1, 0, 5)] }),
    )
    expect(error).toMatchObject({ status: 403 })
    expect(methods.filter((method) => method === 'PUT').length).toBeLessThan(15)
  })

  test('is given up where the server accepts bytes and keeps none', async () => {
    let gets = 0
    const { error, waitedMs } = await upload(({ method }) => {
      if (method === 'PATCH') return new Response(null, { status: 204 })
      if (++gets > 50) return Response.json({ code: 'not_found', detail: 'Enough.' }, { status: 404 })
      return progress(0)
    })
    expect(error).toMatchObject({ code: 'storage_unavailable' })
    expect(gets).toBeLessThan(15)
    expect(waitedMs).toBeGreaterThan(10_000)
  })

  test('does not wait longer than permitted', async () => {
    const { error, waitedMs } = await upload(({ method }) =>
      method === 'GET' ? progress(0) : new Response(null, { status: 503, headers: { 'retry-after': '31' } }),
    )
    expect(error).toMatchObject({ status: 503, retryAfter: 31 })
    expect(waitedMs).toBe(0)
  })

  test('ends with an error where the file has become shorter', async () => {
    const { error, methods } = await upload(() => progress(0), new Blob(['123']))
    expect(error).toMatchObject({ message: expect.stringMatching(/shorter/) })
    expect(methods).toEqual(['POST', 'GET'])
  })

  test('ends with an error where the file can no longer be read', async () => {
    const cause = new DOMException('The blob could not be read.', 'NotReadableError')
    const { error, methods } = await upload(({ method }) => {
      if (method === 'PATCH') throw new TypeError('fetch failed', { cause })
      return progress(0)
    })
    expect(error).toMatchObject({ cause })
    expect(methods).toEqual(['POST', 'GET', 'PATCH'])
  })

  test('ends with an error where its address returns something other than JSON', async () => {
    const { error, methods } = await upload(() => new Response('<h1>Sign in</h1>'))
    expect(error).toMatchObject({ code: 'internal_error', retryable: false })
    expect(methods).toEqual(['POST', 'GET'])
  })
})
