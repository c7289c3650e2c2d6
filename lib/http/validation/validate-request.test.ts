import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation, type Operation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { textField } from '@/lib/core/operations/text-field'
import { createTranscript } from '@/lib/transcripts/contract'
import { signUpload } from '@/lib/uploads/contract'
import { propertyRuns } from '@/test/property-runs'
import { type RequestParts, validateRequest } from './validate-request'
import { RequestInvalid } from './validation-detail'

const rest = {
  id: 'tried',
  summary: '',
  tag: '',
  access: 'public',
  success: z.unknown(),
  answers: {},
} as const

const history = defineOperation({
  ...rest,
  method: 'get',
  path: '/v1/me/transcriptions',
  query: z.object({
    limit: queryInt({ min: 1, max: 100, default: 20 }),
    offset: queryInt({ min: 0, default: 0 }),
    q: textField(100).nullable().default(null),
    platform: z
      .enum(['youtube', 'x', 'tiktok', 'facebook', 'instagram', 'rednote', 'upload', 'podcast'])
      .nullable()
      .default(null),
    state: z.enum(['done', 'in_progress', 'error']).nullable().default(null),
    sort: z.enum(['created_at', 'duration_seconds', 'total_seconds']).default('created_at'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
})
const checkout = defineOperation({
  ...rest,
  method: 'post',
  path: '/v1/checkout',
  body: z.object({ tier: textField(100) }),
})
const register = defineOperation({
  ...rest,
  method: 'post',
  path: '/oauth/register',
  body: z.object({ redirect_uris: z.array(textField(100)), client_name: textField(100).nullable().default(null) }),
})
const authorize = defineOperation({
  ...rest,
  method: 'post',
  path: '/v1/oauth/authorize',
  body: z.object({
    client_id: textField(100),
    redirect_uri: textField(100),
    code_challenge: textField(100),
    code_challenge_method: textField(100).default('S256'),
    state: textField(100).nullable().default(null),
    scope: textField(100).nullable().default(null),
  }),
})
const languages = defineOperation({
  ...rest,
  method: 'get',
  path: '/v1/languages',
  query: z.object({ url: textField(100) }),
})
/** Combines every kind of field, as no endpoint does. */
const everything = defineOperation({
  ...rest,
  method: 'post',
  path: '/v1/{amount}',
  params: z.object({ amount: queryInt() }),
  query: z.object({ limit: queryInt({ min: 1, max: 100, default: 20 }), url: textField(100) }),
  body: z.object({
    flag: laxBoolean({ default: false }),
    n: queryInt({ min: 0, max: 5, default: 0 }),
    items: z.array(z.string()).min(2).max(3).default([]),
    nested: z.object({ a: z.string() }).nullable().default(null),
    rec: z.record(z.string(), z.string()).default({}),
    f: z.number().default(0.5),
    s: z.string().min(3).max(4).regex(/^a.c$/).default('abc'),
    u: z.union([z.string(), z.null()]).default(null),
  }),
})

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

type SentParts = Partial<Omit<RequestParts, 'headers'>> & {
  contentType?: string | null
  headers?: Record<string, string>
}

function send(
  operation: Operation,
  { contentType, headers = {}, ...parts }: SentParts,
): { value: unknown } | { detail: unknown } {
  const all = new Headers(contentType ? { ...headers, 'content-type': contentType } : headers)
  const empty = { params: {}, query: new URLSearchParams(), rawBody: null }
  try {
    return { value: validateRequest(operation, { ...empty, ...parts, headers: all }) }
  } catch (error) {
    if (error instanceof RequestInvalid) return { detail: error.details }
    throw error
  }
}

const sendJson = (operation: Operation, text: string) =>
  send(operation, { contentType: 'application/json', rawBody: encode(text) })

/** The errors of one body for `everything`, whose other parts fit. */
function bodyErrors(body: unknown): unknown {
  const parts = { params: { amount: '1' }, query: new URLSearchParams({ url: 'a' }), contentType: 'application/json' }
  const sent = send(everything, { ...parts, rawBody: encode(JSON.stringify(body)) })
  return 'detail' in sent ? sent.detail : sent
}

type RecordedCase = {
  name: string
  method: string
  path: string
  query: Record<string, string> | null
  headers: Record<string, string>
  request: string | null
  status: number
  response: object
}

const recorded: RecordedCase[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../test/fixtures/422-cases.json'), 'utf8'),
)
const operations: Operation[] = [createTranscript, signUpload, history, checkout, register, authorize, languages]

function replay({ method, path: address, query, headers, request }: RecordedCase): ReturnType<typeof send> {
  const url = new URL(address, 'http://localhost')
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.append(name, value)
  const pathname = url.pathname.replace(/\/$/, '')
  const operation = operations.find((one) => one.path === pathname && one.method === method.toLowerCase())
  if (!operation) throw new Error(`No operation for ${method} ${pathname}`)
  return send(operation, {
    query: url.searchParams,
    contentType: headers['content-type'] ?? null,
    rawBody: request === null ? null : encode(request),
  })
}

describe('answers recorded of FastAPI', () => {
  const refused = recorded.filter(({ status }) => status === 422)
  const accepted = recorded.filter(({ status }) => status === 200)

  test('are many', () => {
    expect([refused.length, accepted.length]).toEqual([32, 8])
  })

  test.each(refused)('422: $name', (one) => {
    expect(JSON.stringify(replay(one))).toBe(JSON.stringify(one.response))
  })

  test.each(accepted)('200: $name', (one) => {
    expect(replay(one)).toHaveProperty('value')
  })

  test('keep what was sent, and its defaults', () => {
    for (const one of accepted.filter(({ path: address }) => address === createTranscript.path)) {
      // The contract leaves the default language to the handler.
      const body = Object.fromEntries(Object.entries(one.response).filter(([name]) => name !== 'lang'))
      expect(replay(one)).toMatchObject({ value: { body } })
    }
  })
})

describe('a request', () => {
  test('that fits gives its values and defaults', () => {
    const sent = send(history, { query: new URLSearchParams('limit=0&limit=%205%20&state=done&unknown=1') })
    const query = { limit: 5, offset: 0, q: null, platform: null, state: 'done', sort: 'created_at', order: 'desc' }
    expect(sent).toEqual({ value: { params: undefined, query, body: undefined } })
  })

  test('all errors of path, query and body are reported together', () => {
    const query = new URLSearchParams({ limit: '0' })
    const rawBody = encode('{"n": "x", "flag": 9}')
    const sent = send(everything, { params: { amount: 'q' }, query, contentType: 'application/json', rawBody })
    expect(JSON.stringify(sent)).toBe(
      '{"detail":[{"type":"int_parsing","loc":["path","amount"],"msg":"Input should be a valid integer, unable to parse string as an integer","input":"q"},{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}},{"type":"missing","loc":["query","url"],"msg":"Field required","input":null},{"type":"bool_parsing","loc":["body","flag"],"msg":"Input should be a valid boolean, unable to interpret input","input":9},{"type":"int_parsing","loc":["body","n"],"msg":"Input should be a valid integer, unable to parse string as an integer","input":"x"}]}',
    )
  })

  test('a body that is not JSON is the only error reported', () => {
    const query = new URLSearchParams({ limit: '0' })
    const sent = send(everything, { query, contentType: 'application/json', rawBody: encode('{') })
    expect(sent).toMatchObject({ detail: [{ type: 'json_invalid', loc: ['body', 1] }] })
  })

  test('for an operation without a body may have any', () => {
    const sent = send(languages, { query: new URLSearchParams({ url: 'a' }), rawBody: encode('{') })
    expect(sent).toMatchObject({ value: { query: { url: 'a' }, body: undefined } })
  })
})

describe('a field', () => {
  const bodyOf = (type: string, loc: (string | number)[], msg: string, input: unknown, ctx?: object) =>
    JSON.stringify([{ type, loc: ['body', ...loc], msg, input, ctx }])

  test.each([
    [
      { flag: ' true' },
      bodyOf('bool_parsing', ['flag'], 'Input should be a valid boolean, unable to interpret input', ' true'),
    ],
    [{ flag: 0.5 }, bodyOf('bool_type', ['flag'], 'Input should be a valid boolean', 0.5)],
    [{ flag: null }, bodyOf('bool_type', ['flag'], 'Input should be a valid boolean', null)],
    [
      { n: 5.5 },
      bodyOf('int_from_float', ['n'], 'Input should be a valid integer, got a number with a fractional part', 5.5),
    ],
    [{ n: [] }, bodyOf('int_type', ['n'], 'Input should be a valid integer', [])],
    [{ n: 9 }, bodyOf('less_than_equal', ['n'], 'Input should be less than or equal to 5', 9, { le: 5 })],
    [
      { nested: 1 },
      bodyOf(
        'model_attributes_type',
        ['nested'],
        'Input should be a valid dictionary or object to extract fields from',
        1,
      ),
    ],
    [{ nested: {} }, bodyOf('missing', ['nested', 'a'], 'Field required', {})],
    [{ nested: { a: 1 } }, bodyOf('string_type', ['nested', 'a'], 'Input should be a valid string', 1)],
    [{ rec: [] }, bodyOf('dict_type', ['rec'], 'Input should be a valid dictionary', [])],
    [{ rec: { a: 1 } }, bodyOf('string_type', ['rec', 'a'], 'Input should be a valid string', 1)],
    [
      { f: 'x' },
      bodyOf('float_parsing', ['f'], 'Input should be a valid number, unable to parse string as a number', 'x'),
    ],
    [{ f: null }, bodyOf('float_type', ['f'], 'Input should be a valid number', null)],
    [{ s: 'a' }, bodyOf('string_too_short', ['s'], 'String should have at least 3 characters', 'a', { min_length: 3 })],
    [
      { s: 'abbbc' },
      bodyOf('string_too_long', ['s'], 'String should have at most 4 characters', 'abbbc', { max_length: 4 }),
    ],
    [
      { s: 'abbc' },
      bodyOf('string_pattern_mismatch', ['s'], "String should match pattern '^a.c$'", 'abbc', { pattern: '^a.c$' }),
    ],
    [{ u: 1 }, bodyOf('string_type', ['u'], 'Input should be a valid string', 1)],
    [{ items: 'abc' }, bodyOf('list_type', ['items'], 'Input should be a valid list', 'abc')],
    [{ items: [1] }, bodyOf('string_type', ['items', 0], 'Input should be a valid string', 1)],
    [
      { items: ['a'] },
      bodyOf('too_short', ['items'], 'List should have at least 2 items after validation, not 1', ['a'], {
        field_type: 'List',
        min_length: 2,
        actual_length: 1,
      }),
    ],
    [
      { items: [1, 2, 3, 4] },
      bodyOf('too_long', ['items'], 'List should have at most 3 items after validation, not 4', [1, 2, 3, 4], {
        field_type: 'List',
        max_length: 3,
        actual_length: 4,
      }),
    ],
  ])('%j', (body, expected) => {
    expect(JSON.stringify(bodyErrors(body))).toBe(expected)
  })

  test('keeps the type and particulars that domain code gives its fault', () => {
    const body = z.object({ url: textField(100).default('') }).superRefine((_, context) => {
      context.addIssue({
        code: 'custom',
        path: ['url'],
        message: 'No.',
        params: { type: 'url_unknown', ctx: { a: 1 } },
      })
    })
    const operation = defineOperation({ ...rest, method: 'post', path: '/', body })
    expect(JSON.stringify(sendJson(operation, '{}'))).toBe(
      '{"detail":[{"type":"url_unknown","loc":["body","url"],"msg":"No.","input":null,"ctx":{"a":1}}]}',
    )
  })

  test("keeps a validator's own sentence as pydantic does", () => {
    const body = z.object({ url: z.string().refine((url) => url === '', 'be empty') })
    const operation = defineOperation({ ...rest, method: 'post', path: '/', body })
    expect(JSON.stringify(sendJson(operation, '{"url":"a"}'))).toBe(
      '{"detail":[{"type":"value_error","loc":["body","url"],"msg":"Value error, be empty","input":"a","ctx":{"error":{}}}]}',
    )
  })

  test.each(['\\u0000', '\\ud800'])("can't hold %s", (sequence) => {
    const msg = 'Input should be a valid string, unable to parse raw data as a unicode string'
    expect(JSON.stringify(sendJson(checkout, `{"tier":"${sequence}"}`))).toBe(
      `{"detail":[{"type":"string_unicode","loc":["body","tier"],"msg":"${msg}","input":"${sequence}"}]}`,
    )
  })

  test('is the last of its name', () => {
    expect(sendJson(checkout, '{"tier": 1, "tier": "pro"}')).toMatchObject({ value: { body: { tier: 'pro' } } })
  })

  test.each(['__proto__', 'constructor'])('is not inherited through %s', (name) => {
    const sent = sendJson(checkout, `{"${name}": {"tier": "pro"}}`)
    expect(sent).toMatchObject({ detail: [{ type: 'missing', loc: ['body', 'tier'] }] })
    expect({}).not.toHaveProperty('tier')
  })
})

describe('any request', () => {
  test('is accepted or refused with errors that can be written', () => {
    const body = fc.oneof(fc.json(), fc.json({ noUnicodeString: false }), fc.string({ unit: 'binary' })).map(encode)
    const contentType = fc.constantFrom('application/json', 'application/problem+json', 'text/plain', null)
    fc.assert(
      fc.property(
        fc.oneof(body, fc.uint8Array()),
        contentType,
        fc.dictionary(fc.constantFrom('limit', 'url', 'x'), fc.string({ unit: 'binary' })),
        fc.string({ unit: 'binary' }),
        (rawBody, type, query, amount) => {
          const parts = { params: { amount }, query: new URLSearchParams(query), contentType: type, rawBody }
          for (const operation of [everything, createTranscript, register]) {
            expect(() => JSON.parse(JSON.stringify(send(operation, parts)))).not.toThrow()
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    )
  })

  test('with fields of any kind is accepted or refused', () => {
    const fields = fc.record(
      Object.fromEntries(Object.keys(everything.body?.shape ?? {}).map((name) => [name, fc.jsonValue()])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fields, (body) => {
        expect(() => JSON.stringify(bodyErrors(body))).not.toThrow()
      }),
    )
  })

  test('very many errors are all reported', () => {
    const sent = sendJson(register, `{"redirect_uris": [${'1,'.repeat(30_000)}1]}`)
    expect(sent).toHaveProperty('detail.length', 30_001)
  })
})
