import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { NewUser } from '@/lib/accounts/create-user'
import { newId } from '@/lib/core/ids'
import type { Operation } from '@/lib/core/operations/operation'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { type Call, newUser, useService } from '@/test/service'
import { routes } from './routes'
import { findSchemaMismatch } from './testing/find-schema-mismatch'

/** The same requests on every machine; another seed finds others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** However slow the machine: what has not been tried by then is not. */
const LIMITS = { seed: SEED, numRuns: 40, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }

const origin = await startOrigin([() => ({ status: 404, body: '' })])
const service = await useService({ SOURCES_DISABLED: 'youtube,x,tiktok,facebook,instagram,rednote,vimeo,bilibili' })
trustOrigin(origin)
afterAll(() => origin.close())

const HUGE = [
  '9'.repeat(400),
  '-1',
  '1e400',
  '2147483648',
  '9223372036854775808',
  '0x10',
  '1_000',
  '０',
  '1.5',
  'Infinity',
]
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%',
  "'",
  '"',
  '<script>',
  '../..',
  'a'.repeat(5_000),
  '\u202e',
  'é'.repeat(99),
]
const text = fc.oneof(
  fc.constantFrom(...TEXTS, ...HUGE, 'en', 'srt', newId(), 'https://media.example/a.mp3', 'free', 'true', 'null'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

function nested(depth: number, array: boolean): unknown {
  let value: unknown = 'core'
  for (let level = 0; level < depth; level++) value = array ? [value] : { url: value }
  return value
}

const odd = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, 0, -1, 2 ** 53, 1e308, -1e-320, [], {}, nested(50, true), nested(50, false)),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A document as no serialiser writes it. */
const rawJson = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '[]',
    '"url"',
    '1e999',
    '-0',
    'NaN',
    '{"url":1e999}',
    '{"url":"\\ud800"}',
    '{"url":"a","url":2}',
    '{"__proto__":{"url":"x"},"constructor":{"prototype":{}}}',
    '{"url":"https://media.example/a.mp3"',
    `{"url":${'['.repeat(5_000)}`,
    `{"a":${'9'.repeat(5_000)}}`,
    '{"url":"https://media.example/a.mp3"}trailing',
    '\ufeff{"url":"x"}',
  ),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 60 }).map((value) => value.toWellFormed()),
)

const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '*/*',
    'a'.repeat(2_000),
    '0',
    '-1',
    '9'.repeat(40),
    'bytes=5-1,-',
    'bytes=0-',
    'W/"x"',
    '*',
    '1.0.0',
  ),
  fc
    .string({ unit: fc.constantFrom(...'abc019 =;,"/*-%é\u00ff'.split('')), maxLength: 40 })
    .map((value) => value.trim()),
)
const HEADERS = [
  ...['accept', 'accept-language', 'range', 'if-none-match', 'if-modified-since', 'origin', 'cookie', 'forwarded'],
  ...[
    'x-forwarded-for',
    'x-forwarded-host',
    'host',
    'content-range',
    'tus-resumable',
    'upload-offset',
    'content-encoding',
  ],
  ...[
    'idempotency-key',
    'stripe-signature',
    'webhook-signature',
    'webhook-timestamp',
    'mcp-session-id',
    'x-http-method-override',
  ],
]
const headers = fc.dictionary(fc.constantFrom(...HEADERS), headerValue, { maxKeys: 5 })
const CONTENT_TYPES = [
  ...['application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'text/plain', ''],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/octet-stream', ';;', 'APPLICATION/JSON '],
]

const credential = (own: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(`Bearer ${own}`) },
    fc.constantFrom(
      '',
      'Bearer',
      `bearer  ${own}`,
      `Basic ${btoa('a:b')}`,
      `Bearer ${own}x`,
      `Bearer ${'a'.repeat(9_000)}`,
    ),
  )

/** A value that a schema accepts. */
function fitting(field: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  if (field.enum) return fc.constantFrom(...field.enum)
  if (field.anyOf) return fc.oneof(...field.anyOf.map(fitting))
  if (field.type === 'boolean') return fc.boolean()
  if (field.type === 'integer' || field.type === 'number') return fc.constantFrom(0, 1, 7, 100, 2 ** 31, 1.5)
  if (field.type === 'array') return fc.array(odd, { maxLength: 2 })
  return text
}

function fieldsOf(shape: z.ZodObject | undefined): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape?.shape ?? {}).map(([name, schema]) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return [name, fc.oneof({ weight: 5, arbitrary: fitting(json) }, { weight: 1, arbitrary: odd })] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed()) || '0'
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

function addressOf({ path }: Operation, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const pathname = path.replace(/\{([a-z_]{1,40})\}/g, (_, name: string) => encoded(params[name] ?? newId()))
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, asText(value)])
  return `${pathname}?${new URLSearchParams(pairs)}`
}

function bodyOf(operation: Operation): fc.Arbitrary<string | undefined> {
  if (!operation.body && !operation.rawBody) return fc.option(rawJson, { nil: undefined, freq: 4 })
  const form = fc.dictionary(
    fc.constantFrom('grant_type', 'code', 'token', 'client_id', 'x'),
    text.map((one) => one.toWellFormed()),
  )
  const whole = operation.rawBody
    ? form.map((fields) => new URLSearchParams(fields).toString())
    : fieldsOf(operation.body).map((fields) => JSON.stringify(fields))
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: rawJson })
}

function requestOf(operation: Operation, key: string): fc.Arbitrary<{ address: string; call: Call }> {
  const usual = operation.rawBody?.mediaType ?? 'application/json'
  const type = fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...CONTENT_TYPES))
  const parts = { params: fieldsOf(operation.params), query: fieldsOf(operation.query), raw: bodyOf(operation) }
  return fc
    .record({ ...parts, type, headers, authorization: credential(key) })
    .map(({ params, query, raw, type: contentType, headers: sent, authorization }) => ({
      address: addressOf(operation, params, query),
      call: {
        headers: { ...sent, authorization, 'content-type': contentType },
        ...(raw === undefined || operation.method === 'get' ? {} : { raw }),
      },
    }))
}

describe.each(routes.map(({ operation }) => operation))('$method $path', (operation) => {
  let user: NewUser
  // Each operation has a separate user: some operations delete the account or its key.
  beforeAll(async () => {
    user = await newUser('ultra')
  })

  test('answers any input as the document says', async () => {
    await fc.assert(
      fc.asyncProperty(requestOf(operation, user.apiKey), async ({ address, call }) => {
        const answer = await service.call(operation.method.toUpperCase(), address, call)
        expect(findSchemaMismatch(operation, answer), answer.text.slice(0, 500)).toBeNull()
      }),
      LIMITS,
    )
  })

  test('answers other methods, and a HEAD, with what they say', async () => {
    const address = addressOf(operation, {}, {})
    for (const method of ['PATCH', 'PROPFIND', 'HEAD', 'OPTIONS', 'DELETE']) {
      if (method === operation.method.toUpperCase()) continue
      const { status } = await service.call(method, address, { key: user.apiKey })
      expect([method, status < 500]).toEqual([method, true])
    }
  })
})
