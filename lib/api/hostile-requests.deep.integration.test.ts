import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import type { Operation } from '@/lib/core/operations/operation'
import { startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { propertyRuns } from '@/test/property-runs'
import { type Call, newUser, useService } from '@/test/service'
import { routes } from './routes'

// Every link that comes out of this leads to an origin on this machine, where there is nothing.
const origin = await startOrigin([() => ({ status: 404, body: '' })])
const PLATFORMS = 'youtube,x,tiktok,facebook,instagram,rednote,vimeo,bilibili'
const service = await useService({ SOURCES_DISABLED: PLATFORMS })
trustOrigin(origin)
afterAll(() => origin.close())
const user = await newUser('ultra')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '__proto__',
    'null',
    '-1',
    '1e400',
    '%00',
    '%',
    '../../etc/passwd',
    "'; drop table users; --",
    '\u202ereversed',
    'a'.repeat(3_000),
    '😀'.repeat(600),
    newId(),
    `uploads/${newId()}`,
    `uploads/${newId()}/\u0000`,
    'en',
    'zh-Hant-TW-x-private',
    'srt',
    'https://media.example/a.mp3',
    'https://media.example/a.vtt?b=%zz#c',
    'https://media.example/%',
    'https://xn--a.example/a.mp3',
    'https://media.example:99999/',
    'http://[::1',
    'https://\u2488media.example',
    'vbt_',
    'S256',
    'transcripts:read',
  ),
)
const anything = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, 0, -0, 2 ** 53, 1e308, [], {}),
)

type Field = { type?: string; anyOf?: Field[]; enum?: unknown[]; items?: Field }

/** Returns values of a field's own type, as its JSON Schema declares it. */
function fitting(field: Field): fc.Arbitrary<unknown> {
  if (field.enum) return fc.constantFrom(...field.enum)
  if (field.anyOf) return fc.oneof(...field.anyOf.map(fitting))
  if (field.type === 'array') return fc.array(fitting(field.items ?? {}), { maxLength: 3 })
  if (field.type === 'boolean') return fc.constantFrom(true, false, 'yes', 'off', 0, 1)
  return field.type === 'string' ? text : anything
}

/** A body that fits but for a field now and then that is missing, of another kind or unknown. */
function body({ body: schema }: Operation): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  const fields = Object.entries({ ...schema.shape, unknown: z.unknown() }).map(([name, field]) => {
    const value = fitting(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Field)
    const kinds = fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: anything })
    const absent = field.safeParse(undefined).success ? 30 : 1
    return [name, fc.oneof({ weight: 20, arbitrary: kinds }, { weight: absent, arbitrary: fc.constant(undefined) })]
  })
  const whole: fc.Arbitrary<unknown> = fc.record(Object.fromEntries(fields))
  return fc.oneof({ weight: 20, arbitrary: whole }, { weight: 1, arbitrary: fc.jsonValue() })
}

const strings = (shape: object = {}): fc.Arbitrary<Record<string, string>> =>
  fc.tuple(...Object.keys(shape).map((name) => text.map((one) => [name, one]))).map(Object.fromEntries)
const form = fc.dictionary(
  fc.constantFrom('grant_type', 'code', 'token', 'client_id', 'client_secret', 'refresh_token', 'scope', 'x'),
  fc.oneof(text, fc.constantFrom('authorization_code', 'refresh_token')),
)

/** Percent-encoded, but for lone surrogates, which have no encoding. */
const segment = (part: string) => encodeURIComponent(part.toWellFormed()) || '0'

function addressOf({ path }: Operation, params: Record<string, string>, query: Record<string, string>): string {
  const pathname = path.replace(/\{([a-z_]{1,40})\}/g, (_, name: string) => segment(params[name] ?? '0'))
  return `${pathname}?${new URLSearchParams(query)}`
}

function requestOf(operation: Operation, key: string): fc.Arbitrary<{ address: string; call: Call }> {
  return fc
    .record({
      params: strings(operation.params?.shape),
      query: strings(operation.query?.shape),
      body: body(operation),
      form,
      once: fc.option(fc.string({ minLength: 1, maxLength: 300 })),
    })
    .map(({ params, query, body: sent, form: fields, once }) => {
      const headers: Record<string, string> =
        once?.trim() && operation.idempotencyKey ? { 'idempotency-key': once } : {}
      const raw = operation.rawBody ? { raw: new URLSearchParams(fields) } : {}
      return {
        address: addressOf(operation, params, query),
        call: { key, headers, ...(sent === undefined ? raw : { body: sent }) },
      }
    })
}

const operations = routes.map(({ operation }) => operation)
const taking = operations.filter(({ params, query, body: json, rawBody }) => params ?? query ?? json ?? rawBody)

describe.each(taking)('$method $path', (operation) => {
  const isCentral = operation.id === 'createTranscript'

  test('is never broken by what almost fits', async () => {
    // Each operation has another user: a request that fits may replace the key.
    const { apiKey } = await newUser('ultra')
    await fc.assert(
      fc.asyncProperty(requestOf(operation, apiKey), async ({ address, call }) => {
        const answer = await service.call(operation.method.toUpperCase(), address, call)
        expect(answer.status, answer.text).not.toBe(500)
        if (answer.status === 422) expect(answer.body).toHaveProperty('detail.0.loc')
      }),
      { numRuns: propertyRuns(isCentral ? 200 : 60) },
    )
  })
})

test.each(['%', '%zz', '%c3%28', '%00', '%ff%fe', '..%2f..%2fetc%2fpasswd', '%2e%2e', '%252e', 'a'.repeat(10_000)])(
  'an id %j in a path is refused',
  async (id) => {
    for (const path of [`/v1/jobs/${id}`, `/v1/uploads/${id}`]) {
      const answer = await service.call('GET', path, { key: user.apiKey })
      expect([404, 422]).toContain(answer.status)
    }
  },
)

test('a body that is deep, long, broken off or no text is refused', async () => {
  const bodies: [BodyInit, number][] = [
    ['['.repeat(60_000), 422],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 422],
    [`{"url": "${'a'.repeat(65_000)}"}`, 422],
    [`{"url": "${'a'.repeat(66_000)}"}`, 413],
    ['{"url": "http', 422],
    ['\ufeff{}', 422],
    [new Uint8Array([0xff, 0xfe, 0x00]), 422],
    ['NaN', 422],
    ['', 422],
    ['{"__proto__": {"url": "https://media.example/a.mp3"}}', 422],
  ]
  for (const [raw, status] of bodies) {
    const headers = { 'content-type': 'application/json' }
    const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, raw, headers })
    expect([answer.status, String(raw).slice(0, 20)]).toEqual([status, String(raw).slice(0, 20)])
  }
})

test('a header that is odd breaks nothing', async () => {
  for (const authorization of [
    'Bearer',
    'Bearer  ',
    `Bearer ${'a'.repeat(8_000)}`,
    'Bearer vbt_\u00ff',
    'bearer vbt_ vbt_',
  ]) {
    expect((await service.call('GET', '/v1/me/api-key', { headers: { authorization } })).status).toBe(401)
  }
  for (const type of ['application/json; charset=latin1', 'text/plain', 'a/b/c', ';', 'application/json,text/plain']) {
    const headers = { 'content-type': type }
    const answer = await service.call('POST', '/v1/transcript', { key: user.apiKey, raw: '{}', headers })
    expect(answer.status).toBe(422)
  }
})

test('no job came of any of it', async () => {
  expect(await db().job.count()).toBe(0)
})
