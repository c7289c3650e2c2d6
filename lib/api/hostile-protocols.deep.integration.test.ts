import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { sandboxWebhookSecret } from '@/lib/billing/sandbox/sandbox-key'
import { newId } from '@/lib/core/ids'
import { storedFile } from '@/lib/core/storage/stored-file'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import type { SignResponse } from '@/lib/uploads/contract'
import { propertyRuns } from '@/test/property-runs'
import { newUser, useService } from '@/test/service'

const LIMITS = { seed: 20_261_121, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: false }
const STANDARD_SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`

const service = await useService({ BILLING_WEBHOOK_SECRET: STANDARD_SECRET })
const { apiKey: key } = await newUser()

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom<unknown>(null, -1, 1e308, 2 ** 53, '\0', '\ud800', [], {}, '__proto__', 'x'.repeat(9_000)),
)

const SIZE = 2_000
const FILE = Buffer.from(Array.from({ length: SIZE }, (_, index) => (index * 37) % 251))

type Step = { kind: 'append'; at: string; bytes: number } | { kind: 'ask' }

/** Sends a file in goes: mostly from where the server is, sometimes from anywhere, sometimes more than there is. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('append' as const), at: fc.constant('here'), bytes: fc.nat(900) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        at: fc.constantFrom('-1', '', '1e3', '0x10', '99999999999999999999', ' 0', '0', '500', 'NaN', String(SIZE)),
        bytes: fc.nat(SIZE * 2),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'ask' as const }) },
  ),
  { minLength: 1, maxLength: 10 },
)

async function received(address: string): Promise<number> {
  const { status, headers } = await service.call('HEAD', address)
  expect(status).toBe(200)
  return Number(headers.get('upload-offset'))
}

async function take(step: Step, address: string, have: number): Promise<void> {
  if (step.kind === 'ask') {
    const { status, body } = await service.call('GET', address)
    return expect([status, body]).toMatchObject([200, { received_bytes: have, complete: have === SIZE }])
  }
  // Bytes beyond the file's end are not stored.
  const raw = Buffer.concat([FILE.subarray(have), Buffer.alloc(2 * SIZE, 'x')]).subarray(0, step.bytes)
  const offset = step.at === 'here' ? String(have) : step.at
  const headers = {
    'upload-offset': offset,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
  }
  const answer = await service.call('PATCH', address, { raw, headers })
  expect(answer.status, answer.text).toBeLessThan(500)
  const now = await received(address)
  expect(now).toBeGreaterThanOrEqual(have)
  expect(now).toBeLessThanOrEqual(SIZE)
  // A part with another offset than the received length adds nothing, and neither does one that is too long.
  if (step.at !== 'here' && Number(step.at) !== have) expect(now).toBe(have)
}

test('an upload sent in several pieces, from wrong offsets or past its size, ends as the complete file', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const body = { filename: 'long.wav', content_type: 'audio/wav', size_bytes: SIZE }
      const target: SignResponse = (await service.call('POST', '/v1/uploads/sign', { key, body })).body
      const address = target.resumable_url ?? ''
      for (const step of list) await take(step, address, await received(address))
      const rest = await received(address)
      if (rest < SIZE) await take({ kind: 'append', at: 'here', bytes: SIZE - rest }, address, rest)
      expect((await service.call('GET', address)).body).toMatchObject({ complete: true })
      expect((await readFile(storedFile(`uploads/${target.source_url.split('/').at(-1)}`))).equals(FILE)).toBe(true)
    }),
    { ...LIMITS, numRuns: 40 },
  )
})

test('a signed address of an upload that was changed anywhere is refused', async () => {
  const body = { filename: 'long.wav', content_type: 'audio/wav', size_bytes: SIZE }
  const target: SignResponse = (await service.call('POST', '/v1/uploads/sign', { key, body })).body
  const { pathname, search } = new URL(target.upload_url)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(search.length - 2),
      fc.constantFrom('', '0', 'A', '%', '&', '=', '\u00e9'),
      async (at, put) => {
        const changed = search.slice(0, at + 1) + put + search.slice(at + 2)
        fc.pre(new URLSearchParams(changed).toString() !== new URLSearchParams(search).toString())
        const answer = await service.call('PUT', pathname + changed, { raw: 'other bytes' })
        expect([401, 403, 404, 410, 422], answer.text).toContain(answer.status)
      },
    ),
    { ...LIMITS, numRuns: 100 },
  )
  expect((await service.call('PUT', target.upload_url, { raw: FILE })).status).toBe(200)
})

/** A message as each provider of billing signs it. */
function signed(payload: string): Record<string, string>[] {
  const id = `msg_${newId()}`
  const now = new Date()
  const stripe = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret() ?? '' })
  const standard = new Webhook(STANDARD_SECRET).sign(id, now, payload)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return [
    { 'stripe-signature': stripe },
    { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': standard },
  ]
}

test('a message of billing that was changed after it was signed, or signed by another sender, is not believed', async () => {
  const header = fc
    .string({ unit: fc.constantFrom(...'v1=,t0aZ/+ .'.split('')), maxLength: 60 })
    .map((value) => value.trim())
  await fc.assert(
    fc.asyncProperty(
      fc.nat(50),
      fc.string({ minLength: 1, maxLength: 4 }),
      header,
      fc.boolean(),
      async (at, put, forged, body) => {
        const payload = JSON.stringify({
          id: newId(),
          object: 'event',
          type: 'customer.subscription.updated',
          data: {},
        })
        for (const headers of signed(payload)) {
          const name = Object.keys(headers).at(-1) ?? ''
          const changed = payload.slice(0, at) + put.toWellFormed() + payload.slice(at)
          const answer = await service.call('POST', '/v1/webhooks/billing', {
            raw: body ? changed : payload,
            headers: { 'content-type': 'application/json', ...headers, ...(body ? {} : { [name]: forged }) },
          })
          expect([answer.status, answer.body]).toMatchObject([401, { code: expect.any(String) }])
        }
      },
    ),
    { ...LIMITS, numRuns: 60 },
  )
})

test('any message that a provider signs is answered without an error of ours', async () => {
  const event = fc.record(
    {
      id: odd,
      object: odd,
      type: fc.oneof(fc.constant('customer.subscription.updated'), odd),
      data: fc.oneof(odd, fc.record({ object: odd, customer_id: odd })),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(event, odd), async (reported) => {
      const payload = JSON.stringify(reported)
      for (const headers of signed(payload)) {
        const type = { 'content-type': 'application/json' }
        const { status, text } = await service.call('POST', '/v1/webhooks/billing', {
          raw: payload,
          headers: { ...type, ...headers },
        })
        expect(status, text).toBeLessThan(500)
      }
    }),
    {
      ...LIMITS,
      numRuns: 100,
      examples: [[{ type: 'customer.subscription.updated', data: { object: '', customer_id: '\0' } }], [{}], [null]],
    },
  )
})

const method = fc.constantFrom(
  'initialize',
  'tools/list',
  'tools/call',
  'prompts/get',
  'resources/read',
  'ping',
  'rpc.x',
  '',
  'notifications/cancelled',
)
const params = fc.oneof(
  odd,
  fc.record(
    {
      name: fc.oneof(fc.constantFrom('get_transcript', 'list_transcripts', 'get_job', '__proto__'), odd),
      arguments: odd,
      _meta: odd,
      uri: odd,
      cursor: odd,
      protocolVersion: odd,
    },
    { requiredKeys: [] },
  ),
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, odd),
    id: fc.oneof(fc.nat(), fc.string(), odd),
    method,
    params,
  },
  { requiredKeys: ['method'] },
)

test('any message to the connector gets an answer of JSON-RPC, or is refused', async () => {
  const raw = fc.oneof(
    { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
    fc.array(message, { maxLength: 3 }).map((list) => JSON.stringify(list)),
    fc.json(),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.toWellFormed()),
  )
  const version = fc.option(fc.constantFrom('2025-03-26', '2025-06-18', '2026-07-28', '1999-01-01', 'x'), {
    nil: undefined,
  })
  await fc.assert(
    fc.asyncProperty(raw, version, async (body, asked) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      if (asked) headers['mcp-protocol-version'] = asked
      const answer = await serveMcp(new Request('http://localhost:3000/mcp', { method: 'POST', headers, body }))
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text).not.toMatch(/at \w+ \(|node_modules|prisma/i)
    }),
    { ...LIMITS, numRuns: propertyRuns(250) },
  )
})
