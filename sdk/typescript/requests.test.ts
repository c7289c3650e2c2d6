import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, Verbatim, type VerbatimError } from './src/verbatim'

type Sent = { url: string; method: string; headers: Headers; redirect: RequestRedirect | undefined }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A client of a server that gives these answers; an error is a lost connection. */
function scripted(answers: (Response | Error)[], options: ClientOptions = {}) {
  const sent: Sent[] = []
  const answer: typeof fetch = async (url, { method = '', headers, redirect } = {}) => {
    sent.push({ url: String(url), method, headers: new Headers(headers), redirect })
    const next = answers.shift() ?? new Error('There are no more answers.')
    if (next instanceof Error) throw next
    return next
  }
  const verbatim = new Verbatim({ baseUrl: 'http://server.example', apiKey: 'key', fetch: answer, ...options })
  return { verbatim, sent }
}

/** The outcome of a call, with every pause skipped. */
async function outcomeOf<T>(promise: Promise<T>) {
  const outcome = promise.then(
    (value) => ({ value, error: null }),
    (error: VerbatimError) => ({ value: null, error }),
  )
  await vi.runAllTimersAsync()
  return outcome
}

const lost = () => new TypeError('fetch failed')
const missing = () => Response.json({ code: 'not_found', detail: 'Not found.', retryable: false }, { status: 404 })
const refused = (status: number, retryAfter?: number) =>
  Response.json(
    { code: 'x', detail: 'Refused.', retryable: true },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )

describe('a request', () => {
  test('without an Idempotency-Key is repeated after a 429 only', async () => {
    for (const [status, count] of [
      [503, 1],
      [429, 2],
    ] as const) {
      const { verbatim, sent } = scripted([refused(status, 1), Response.json({})])
      const { error } = await outcomeOf(verbatim.transcripts.update('x', { title: 'Title' }))
      expect([sent.length, error?.status]).toEqual([count, status === 503 ? 503 : undefined])
    }
  })

  test('is not sent with values that change its path', async () => {
    for (const id of ['', '.', '..']) {
      const { verbatim, sent } = scripted([])
      const { error } = await outcomeOf(verbatim.transcripts.delete(id))
      expect(error).toBeInstanceOf(TypeError)
      expect(sent).toEqual([])
    }
    const { verbatim, sent } = scripted([Response.json({})])
    await verbatim.transcripts.get('a/../b')
    expect(sent[0]?.url).toBe('http://server.example/v1/me/transcriptions/a%2F..%2Fb')
  })

  test('for an operation that the package does not have is an error that names it', async () => {
    const { verbatim } = scripted([])
    const { error } = await outcomeOf(Reflect.apply(verbatim.call, verbatim, ['deleteAccount', {}]))
    expect(error?.message).toContain('deleteAccount')
  })

  test('is refused before sending if no header can hold the key', async () => {
    for (const apiKey of ['vbt_…', 'vbt_1\n', 'vbt 1']) expect(() => scripted([], { apiKey })).toThrow(/API key/)
    const { verbatim, sent } = scripted([])
    const { error } = await outcomeOf(verbatim.batches.create([], { idempotencyKey: '…' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(sent).toEqual([])
  })

  test('follows no redirect', async () => {
    const { verbatim, sent } = scripted([new Response(null, { status: 301, headers: { location: '/other' } })])
    const { error } = await outcomeOf(verbatim.transcripts.tags())
    expect(error?.message).toMatch(/redirects.*Check its URL/)
    expect(sent.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  test('has a random UUID as its key, also in a page that was not loaded by HTTPS', async () => {
    const { randomUUID } = crypto
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
    try {
      const { verbatim, sent } = scripted([Response.json({}), Response.json({})])
      for (const _ of [1, 2]) await verbatim.batches.create([])
      const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'))
      expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(second).not.toBe(first)
    } finally {
      Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true, writable: true })
    }
  })

  test('to delete is a success when an attempt whose response was lost has deleted it', async () => {
    const again = scripted([lost(), missing()])
    expect(await outcomeOf(again.verbatim.watches.delete('x'))).toEqual({ value: undefined, error: null })
    const never = scripted([refused(429, 1), missing()])
    expect((await outcomeOf(never.verbatim.watches.delete('x'))).error).toMatchObject({ status: 404 })
  })
})

test('waiting follows Retry-After', async () => {
  const { verbatim } = scripted([refused(429, 45), Response.json({ status: 'done' })])
  const startMs = Date.now()
  expect((await outcomeOf(verbatim.batches.wait('x'))).value).toEqual({ status: 'done' })
  expect(Date.now() - startMs).toBe(45_000)
})

test('the error of another server has what it lacks filled in', async () => {
  const { verbatim } = scripted([
    Response.json({ code: 'x', detail: 'y' }, { status: 404, headers: { 'x-request-id': 'request-1' } }),
    Response.json({ detail: ['wrong'] }, { status: 422 }),
  ])
  expect((await outcomeOf(verbatim.transcripts.tags())).error).toMatchObject({
    code: 'x',
    message: 'y',
    status: 404,
    retryable: false,
    retryAfter: null,
    requestId: 'request-1',
    context: {},
  })
  const { error } = await outcomeOf(verbatim.transcripts.tags())
  expect(error).toMatchObject({ code: 'internal_error', message: 'The server returned 422 with no explanation.' })
})

async function resultsOf(body: BodyInit) {
  const { verbatim } = scripted([new Response(body)])
  const read = async () => {
    for await (const _ of verbatim.batches.results('x'));
  }
  return (await outcomeOf(read())).error
}

test('results that break off, or are not JSON, are errors of the package', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"transcript": null}\n{"trans'))
      controller.error(new TypeError('terminated'))
    },
  })
  expect(await resultsOf(broken)).toMatchObject({ name: 'VerbatimError', code: 'service_unavailable' })
  expect(await resultsOf('<h1>Sign in</h1>\n')).toMatchObject({ name: 'VerbatimError', code: 'internal_error' })
})
