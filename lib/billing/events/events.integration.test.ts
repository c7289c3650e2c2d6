import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@/lib/api/app'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { startLoopback } from '@/lib/oauth/testing/start-loopback'
import { newUser, useService } from '@/test/service'
import { sandboxWebhookSecret } from '../sandbox/sandbox-key'
import { drive } from '../testing/drive'
import { sandboxProvider } from '../testing/sandbox-provider'

const STANDARD_SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const HOUR_MS = 3_600_000

const service = await useService({ BILLING_WEBHOOK_SECRET: STANDARD_SECRET })
const provider = sandboxProvider('sandbox')
const { checkoutUrl, checkOut, act, change, cancel, read, send, events } = {
  ...drive(service.call, provider),
  events: provider.events,
}

/** Everything that an event could have changed. */
async function everything() {
  return {
    users: await db().user.findMany({ orderBy: { id: 'asc' } }),
    accounts: await db().billingAccount.findMany({ orderBy: { userId: 'asc' } }),
    cycles: await db().usageCycle.findMany({ orderBy: { userId: 'asc' } }),
    events: await db().billingEvent.findMany({ orderBy: { id: 'asc' } }),
  }
}

async function customerOf(userId: string): Promise<string> {
  return (await db().billingAccount.findUniqueOrThrow({ where: { userId } })).customerId
}

/** The undelivered events of a user, the oldest first. */
async function eventsOf({ userId }: { userId: string }) {
  const customer = await customerOf(userId)
  return (await events()).filter(({ payload }) => payload.includes(customer))
}

/** A user whose subscription has just been bought, without the service having heard of it. */
async function silentBuyer() {
  const user = await newUser('free')
  await provider.checkOut(user, await checkoutUrl(user, 'pro'), 'pay')
  return user
}

describe('the events of a whole life', () => {
  /** Bought, upgraded, cancelled and ended; its events are given, none of them delivered. */
  async function wholeLife() {
    const user = await silentBuyer()
    await change(user, 'ultra')
    await cancel(user)
    await provider.act(user, 'advance')
    return { user, reported: await eventsOf(user) }
  }

  type Reported = Awaited<ReturnType<typeof eventsOf>>
  async function expectSameState(arrange: (reported: Reported) => Reported): Promise<void> {
    const { user, reported } = await wholeLife()
    expect(reported.length).toBeGreaterThan(6)
    for (const event of arrange(reported)) expect((await send(event)).status).toBe(200)
    expect(await read(user)).toMatchObject({ tier: 'free', payment_state: null, current_period_end: null })
  }

  test('lead to the same state when they come in reverse order', () =>
    expectSameState((reported) => [...reported].reverse()))

  test('lead to the same state when they come in order', { tags: 'deep' }, () =>
    expectSameState((reported) => reported),
  )

  test('lead to the same state when they come twice, one after the other', { tags: 'deep' }, () =>
    expectSameState((reported) => [...reported, ...reported]),
  )

  test('lead to the same state when they all arrive concurrently and twice', async () => {
    const { user, reported } = await wholeLife()
    const answers = await Promise.all([...reported, ...reported].map(send))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await read(user)).toMatchObject({ tier: 'free', payment_state: null })
    const ids = reported.map(({ payload }) => (JSON.parse(payload) as { id: string }).id)
    expect(await db().billingEvent.count({ where: { id: { in: ids } } })).toBe(ids.length)
  })

  test('change nothing when they come again after something else has happened', { tags: 'deep' }, async () => {
    const { user, reported } = await wholeLife()
    for (const event of reported) await send(event)
    await checkOut(user, 'ultra', 'pay')
    const before = await everything()
    for (const event of [...reported].reverse()) expect((await send(event)).status).toBe(200)
    expect(await everything()).toEqual(before)
    expect(await read(user)).toMatchObject({ tier: 'ultra', payment_state: 'ok' })
  })

  test('are kept in the words of the interface', async () => {
    const { user, reported } = await wholeLife()
    for (const event of reported) await send(event)
    const rows = await db().billingEvent.findMany({ where: { customerId: await customerOf(user.userId) } })
    const kinds = (type: string) => rows.filter((row) => row.type === type).map((row) => row.kinds)
    expect(kinds('customer.subscription.deleted')).toEqual([['subscription.updated', 'subscription.revoked']])
    expect(kinds('customer.subscription.updated')).toEqual(
      expect.arrayContaining([['subscription.updated'], ['subscription.updated', 'subscription.canceled']]),
    )
  })
})

test('an event that arrives late applies the present state, not the one in the event', async () => {
  const user = await silentBuyer()
  const reported = await eventsOf(user)
  await change(user, 'ultra')
  for (const event of reported) await send(event)
  expect(await read(user)).toMatchObject({ tier: 'ultra' })
})

describe('an event that is not to be believed is answered 401 and changes nothing', () => {
  const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret(), ...options })
  const old = Math.floor((Date.now() - HOUR_MS) / 1000)

  const forged: Record<string, (payload: string) => { raw: string; headers: Record<string, string> }> = {
    'without a signature': (raw) => ({ raw, headers: {} }),
    'with an empty signature': (raw) => ({ raw, headers: { 'stripe-signature': '' } }),
    'with nonsense for a signature': (raw) => ({ raw, headers: { 'stripe-signature': 't=1,v1=00' } }),
    'signed with another secret': (raw) => ({
      raw,
      headers: { 'stripe-signature': sign(raw, { secret: 'whsec_of_somebody_else' }) },
    }),
    'signed an hour ago': (raw) => ({ raw, headers: { 'stripe-signature': sign(raw, { timestamp: old }) } }),
    'changed after it was signed': (raw) => ({ raw: `${raw} `, headers: { 'stripe-signature': sign(raw) } }),
    'in the other form, signed with another secret': (raw) => ({
      raw,
      headers: standardHeaders(raw, { secret: `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}` }),
    }),
    'in the other form, signed an hour ago': (raw) => ({
      raw,
      headers: standardHeaders(raw, { at: new Date(Date.now() - HOUR_MS) }),
    }),
    'in the other form, under another id': (raw) => ({
      raw,
      headers: { ...standardHeaders(raw), 'webhook-id': 'msg_other' },
    }),
  }

  beforeAll(async () => {
    await silentBuyer()
  })

  test.each(Object.keys(forged))('%s', async (name) => {
    const [event] = await events()
    const before = await everything()
    const answer = await service.call('POST', '/v1/webhooks/billing', forged[name]?.(event?.payload ?? '') ?? {})
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'invalid_credentials' })
    expect(await everything()).toEqual(before)
  })

  test('for want of any secret', async () => {
    const [event] = await events()
    setEnv({ BILLING: 'off' })
    expect((await send(event ?? { payload: '', signature: '' })).status).toBe(401)
  })

  afterEach(() => setEnv({ BILLING: '' }))
})

function standardHeaders(payload: string, { secret = STANDARD_SECRET, at = new Date(), id = 'msg_1' } = {}) {
  const signature = new Webhook(secret).sign(id, at, payload)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

describe('events in the form of Standard Webhooks', () => {
  const post = (body: unknown, id = newId()) => {
    const raw = JSON.stringify(body)
    return service.call('POST', '/v1/webhooks/billing', { raw, headers: standardHeaders(raw, { id }) })
  }

  test.each(['subscription.updated', 'subscription.canceled', 'subscription.revoked'])(
    '%s has the state of the provider taken over',
    async (type) => {
      const user = await silentBuyer()
      expect(await read(user)).toMatchObject({ tier: 'free' })
      const data = { customer_id: await customerOf(user.userId) }
      expect((await post({ type, timestamp: new Date().toISOString(), data })).status).toBe(200)
      expect(await read(user)).toMatchObject({ tier: 'pro', payment_state: 'ok' })
    },
  )

  test('find their user by the id that we gave, too', async () => {
    const user = await silentBuyer()
    await post({ type: 'subscription.updated', data: { customer: { external_id: user.userId } } })
    expect(await read(user)).toMatchObject({ tier: 'pro' })
  })

  test.each([{}, [[]], 'text', { type: 'subscription.updated' }, { type: 'x', data: { customer_id: 'cus_nobody' } }])(
    'that name no customer are accepted and change nothing: %j',
    async (body) => {
      const before = await everything()
      expect((await post(body)).status).toBe(200)
      expect(await everything()).toEqual(before)
    },
  )
})

test('a failure of ours is reported, nothing has changed, and the next try succeeds', async () => {
  const user = await silentBuyer()
  const [event] = await eventsOf(user)
  await db().$executeRaw`alter table usage_cycle rename to usage_cycle_away`
  const before = { ...(await db().user.findUniqueOrThrow({ where: { id: user.userId } })) }
  const failed = await send(event ?? { payload: '', signature: '' })
  await db().$executeRaw`alter table usage_cycle_away rename to usage_cycle`
  expect(failed.status).toBe(500)
  expect(await db().user.findUniqueOrThrow({ where: { id: user.userId } })).toEqual(before)
  expect(await db().billingEvent.count({ where: { customerId: await customerOf(user.userId) } })).toBe(0)
  expect((await send(event ?? { payload: '', signature: '' })).status).toBe(200)
  expect(await read(user)).toMatchObject({ tier: 'pro' })
})

test('events of the sandbox are delivered to the webhook', async () => {
  const user = await newUser('free')
  const url = await checkoutUrl(user, 'pro')
  const customer = await customerOf(user.userId)
  let received = () => {}
  const completed = new Promise<void>((resolve) => {
    received = resolve
  })
  const origin = await startLoopback(async (request) => {
    const text = await request.clone().text()
    const response = await api().fetch(request)
    if (response.status === 200 && text.includes(customer) && text.includes('"checkout.session.completed"')) received()
    return response
  })
  setEnv({ PORT: new URL(origin.url).port })
  await provider.checkOut(user, url, 'pay')
  await completed
  expect(await read(user)).toMatchObject({ tier: 'pro', payment_state: 'ok' })
  setEnv({ PORT: '9' })
  await origin.close()
})

test('a body that is far too long is refused', async () => {
  const answer = await service.call('POST', '/v1/webhooks/billing', { raw: 'x'.repeat(1024 * 1024 + 1) })
  expect(answer.status).toBe(413)
})

test("a sandbox action affects only the caller's own customer", async () => {
  const [one, other] = [await silentBuyer(), await silentBuyer()]
  await act(one, 'advance')
  const url = new URL(await checkoutUrl(await newUser('free'), 'pro'))
  const stolen = await service.call('POST', `/v1${url.pathname}`, { key: other.apiKey, body: { step: 'pay' } })
  expect(stolen.status).toBe(404)
  expect((await read(other)).current_period_end).not.toBe((await read(one)).current_period_end)
})
