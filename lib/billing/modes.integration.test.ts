import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { startLoopback } from '@/lib/oauth/testing/start-loopback'
import { newUser, useService } from '@/test/service'
import { type Plans, plansSchema } from './contract'
import { sandboxFetch } from './sandbox/endpoints/sandbox-fetch'
import { SANDBOX_KEY } from './sandbox/sandbox-key'
import { leaveFormerProvider } from './subscription/reconcile'
import { drive } from './testing/drive'
import { sandboxProvider } from './testing/sandbox-provider'

const service = await useService()
const provider = sandboxProvider('sandbox')
const { checkoutUrl, checkOut, read, reconcile, change, cancel } = drive(service.call, provider)

const NEUTRAL = {
  BILLING: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_API_URL: '',
  STRIPE_WEBHOOK_SECRET: '',
  TIERS: '',
  BASE_URL: 'http://localhost:3000',
}
const ELSEWHERE = { BASE_URL: 'https://verbatim.example' }

function forgetPrices(): void {
  const all = (globalThis as { verbatimSingletons?: Map<string, unknown> }).verbatimSingletons
  for (const name of all?.keys() ?? []) if (name.startsWith('cached:')) all?.delete(name)
}

afterEach(() => {
  setEnv(NEUTRAL)
  forgetPrices()
})

let [asked, broken] = [0, false]
/** Calls of which the body has this are refused, as a provider may refuse one of several. */
let refused: RegExp | null = null
const origin = await startLoopback(async (request) => {
  asked++
  const failure = { error: { type: 'api_error', message: 'down' } }
  const isRefused = broken || refused?.test(decodeURIComponent(await request.clone().text()))
  return isRefused ? Response.json(failure, { status: broken ? 500 : 400 }) : sandboxFetch(request)
})
const unanswered: string[] = []
const hanging = await startLoopback(({ url }) => {
  unanswered.push(new URL(url).pathname)
  return new Promise(() => undefined)
})
afterAll(() => Promise.all([origin.close(), hanging.close()]))
const STRIPE = { STRIPE_SECRET_KEY: SANDBOX_KEY, STRIPE_API_URL: origin.url, STRIPE_WEBHOOK_SECRET: 'whsec_test' }

async function plans(): Promise<Plans> {
  return plansSchema.parse((await service.call('GET', '/v1/plans')).body)
}

const PRICES = [
  { tier: 'free', seconds: 900, amount: 0, currency: 'usd', interval: 'month' },
  { tier: 'pro', seconds: 36_000, amount: 900, currency: 'usd', interval: 'month' },
  { tier: 'ultra', seconds: 180_000, amount: 2900, currency: 'usd', interval: 'month' },
]

describe('the plans', () => {
  test('have the prices and discounts of the provider', async () => {
    const { plans: found, discounts, source } = await plans()
    expect([found, source]).toEqual([PRICES, 'sandbox'])
    expect(discounts).toMatchObject([{ code: 'HELLO20', type: 'percentage', basis_points: 2000, tiers: [] }])
  })

  test('are fetched once for concurrent callers, and then cached', async () => {
    setEnv(STRIPE)
    asked = 0
    const answers = await Promise.all(Array.from({ length: 20 }, plans))
    expect(new Set(answers.map(({ source }) => source))).toEqual(new Set(['stripe']))
    await plans()
    expect(asked).toBe(2)
  })

  test('stay as they were while the provider fails', async () => {
    setEnv(STRIPE)
    const before = await plans()
    singleton<{ retryAt: number }>('cached:offers:stripe', () => ({ retryAt: 0 })).retryAt = 0
    broken = true
    const during = await plans()
    broken = false
    expect(during).toEqual(before)
  })

  test('have the prices of the table where the provider has never answered, and where there is none', async () => {
    setEnv(STRIPE)
    broken = true
    const unreachable = await plans()
    broken = false
    expect(unreachable).toEqual({ plans: PRICES, discounts: [], source: 'static' })
    setEnv({ ...NEUTRAL, ...ELSEWHERE })
    expect(await plans()).toEqual({ plans: PRICES, discounts: [], source: 'static' })
  })

  test('wait once for a provider that hangs, and so do checkout and portal in the next half minute', {
    tags: 'deep',
  }, async () => {
    const user = await newUser('free')
    setEnv(STRIPE)
    await checkoutUrl(user, 'pro')
    forgetPrices()
    setEnv({ STRIPE_API_URL: hanging.url })
    for (const _ of [1, 2]) expect(await plans()).toEqual({ plans: PRICES, discounts: [], source: 'static' })
    const { apiKey: key } = user
    for (const [path, body] of [['/v1/checkout', { tier: 'pro' }], ['/v1/me/portal']] as const) {
      const answer = await service.call('POST', path, { key, body })
      expect([answer.status, answer.body]).toMatchObject([503, { code: 'billing_unavailable', retryable: true }])
    }
    expect(unanswered.sort()).toEqual(['/v1/prices', '/v1/promotion_codes'])
  })

  test("are an operator's own where there are such", async () => {
    const tiers = { free: { seconds: 60, amount: 0 }, team: { seconds: 7_200, amount: 1_500, currency: 'eur' } }
    setEnv({ TIERS: JSON.stringify(tiers) })
    expect((await plans()).plans.at(-1)).toEqual({
      tier: 'team',
      seconds: 7_200,
      amount: 1_500,
      currency: 'eur',
      interval: 'month',
    })
    const user = await newUser('free')
    expect(await read(user)).toMatchObject({ tier: 'free', limit_seconds: 60 })
    await checkOut(user, 'team', 'pay')
    expect(await read(user)).toMatchObject({ tier: 'team', limit_seconds: 7_200 })
  })
})

describe('the sandbox', () => {
  test.each([
    ['where Stripe is set up', STRIPE],
    ['outside of local mode', ELSEWHERE],
    ['where billing is off', { BILLING: 'off' }],
  ])('is not there %s', async (_, settings) => {
    const user = await newUser('free')
    const url = new URL(await checkoutUrl(user, 'ultra'))
    setEnv(settings)
    const { apiKey: key } = user
    const paid = await service.call('POST', `/v1${url.pathname}`, { key, body: { step: 'pay' } })
    const acted = await service.call('POST', '/v1/sandbox/actions', { key, body: { action: 'advance' } })
    const over = await service.call('DELETE', '/v1/sandbox/account', { key })
    expect([paid.status, acted.status, over.status]).toEqual([404, 404, 404])
    setEnv(NEUTRAL)
    expect(await read(user)).toMatchObject({ tier: 'free' })
  })

  test('is there outside of local mode when it is asked for', async () => {
    setEnv({ ...ELSEWHERE, BILLING: 'sandbox' })
    const user = await newUser('free')
    expect(await checkoutUrl(user, 'pro')).toMatch(/^https:\/\/verbatim\.example\/sandbox\/checkout\/cs_test_/)
  })

  test('switching from the sandbox to Stripe leaves nothing of the sandbox behind', async () => {
    const user = await newUser('free')
    await checkOut(user, 'ultra', 'pay')
    setEnv(STRIPE)
    expect(await leaveFormerProvider()).toBeGreaterThan(0)
    expect(await read(user)).toMatchObject({ tier: 'free', current_period_end: null, payment_state: null })
  })

  test('starting over deletes what was bought in the sandbox', async () => {
    const user = await newUser('free')
    await checkOut(user, 'ultra', 'pay')
    expect((await service.call('DELETE', '/v1/sandbox/account', { key: user.apiKey })).status).toBe(200)
    expect(await read(user)).toMatchObject({ tier: 'free', current_period_end: null })
    await checkOut(user, 'pro', 'pay')
    expect(await read(user)).toMatchObject({ tier: 'pro' })
  })

  test('refuses what Stripe refuses', async () => {
    const ask = (path: string, body = '') =>
      sandboxFetch(`https://api.stripe.com${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SANDBOX_KEY}` },
        body,
      })
    expect((await ask('/v1/customers', 'nonsense=1')).status).toBe(400)
    const nested = await ask(
      '/v1/checkout/sessions',
      'mode=subscription&customer=c&line_items[0][price]=p&line_items[0][x]=1&success_url=s&cancel_url=c',
    )
    expect(await nested.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'line_items[0][x]' } })
    expect((await ask('/v1/refunds')).status).toBe(404)
    expect((await sandboxFetch('https://api.stripe.com/v1/prices')).status).toBe(401)
  })
})

describe('without a billing provider', () => {
  test("a plan can't be bought, and everything else answers", async () => {
    setEnv(ELSEWHERE)
    const { apiKey: key } = await newUser('free')
    const bought = await service.call('POST', '/v1/checkout', { key, body: { tier: 'pro' } })
    expect([bought.status, bought.body]).toMatchObject([503, { code: 'billing_unavailable', retryable: false }])
    expect((await service.call('POST', '/v1/me/subscription/reconcile', { key })).status).toBe(200)
    expect((await service.call('POST', '/v1/me/portal', { key })).status).toBe(404)
  })

  test('with billing off, the allowance is unlimited', async () => {
    setEnv({ BILLING: 'off' })
    expect((await read(await newUser('free'))).limit_seconds).toBeGreaterThan(1_000_000_000)
  })
})

describe('an impossible change', () => {
  const PAID = { status: 409, code: 'already_subscribed' }

  test('is said with its reason', async () => {
    const { apiKey: key, ...user } = await newUser('free')
    const code = async (method: string, path: string, body?: unknown) => {
      const answer = await service.call(method, path, { key, ...(body ? { body } : {}) })
      return [answer.status, (answer.body as { code?: string }).code ?? answer.text]
    }
    for (const path of ['/cancel', '/resume']) {
      expect(await code('POST', `/v1/me/subscription${path}`)).toEqual([409, 'no_subscription'])
    }
    expect(await code('DELETE', '/v1/me/subscription/change')).toEqual([409, 'no_subscription'])
    expect(await code('POST', '/v1/me/subscription/change', { tier: 'pro' })).toEqual([409, 'no_subscription'])
    expect(await code('POST', '/v1/me/portal')).toEqual([404, 'no_billing_account'])
    await checkOut({ ...user, apiKey: key }, 'pro', 'pay')
    expect(await code('POST', '/v1/checkout', { tier: 'ultra' })).toEqual([PAID.status, PAID.code])
    expect(await code('POST', '/v1/me/subscription/change', { tier: 'pro' })).toEqual([409, 'already_on_tier'])
    expect((await service.call('POST', '/v1/me/portal', { key })).body).toMatchObject({
      url: expect.stringContaining('/sandbox/portal/'),
    })
  })

  test.each(['free', 'gold', '', '__proto__', 'constructor'])('the plan %j is none to buy', async (tier) => {
    const { apiKey: key } = await newUser('free')
    for (const path of ['/v1/checkout', '/v1/me/subscription/change']) {
      const answer = await service.call('POST', path, { key, body: { tier } })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ type: 'unknown_tier', loc: ['body', 'tier'], input: tier }] })
    }
  })

  test("an older checkout can't be paid once a newer one is open", async () => {
    const user = await newUser('free')
    const [first] = [await checkoutUrl(user, 'pro'), await checkoutUrl(user, 'ultra')]
    const late = await service.call('POST', `/v1${new URL(first).pathname}`, {
      key: user.apiKey,
      body: { step: 'pay' },
    })
    expect(late.status).toBe(410)
  })

  test.each([
    ['a larger plan', 'cancel', 'ultra', /^items\[0\]/],
    ['a smaller plan', 'cancel', 'pro', /end_behavior/],
    ['a larger plan', 'change', 'ultra', /^items\[0\]/],
  ] as const)('%s that the provider refuses leaves the scheduled %s as it was', async (_, scheduled, tier, part) => {
    const tiers = { pro: 36_000, team: 90_000, ultra: 180_000 }
    const table = Object.entries(tiers).map(([name, seconds]) => [name, { seconds, amount: seconds / 40 }])
    setEnv({ ...STRIPE, TIERS: JSON.stringify({ free: { seconds: 900, amount: 0 }, ...Object.fromEntries(table) }) })
    const user = await newUser('free')
    const { apiKey: key } = user
    await provider.checkOut(user, await checkoutUrl(user, 'team'), 'pay')
    await reconcile(user)
    const before = scheduled === 'cancel' ? await cancel(user) : await change(user, 'pro')
    expect(before).toMatchObject(scheduled === 'cancel' ? { cancel_at_period_end: true } : { pending_tier: 'pro' })
    refused = part
    const answer = await service.call('POST', '/v1/me/subscription/change', { key, body: { tier } })
    refused = null
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await read(user)).toEqual(before)
    expect(await reconcile(user)).toEqual(before)
  })

  test('the provider failing half-way leaves what it has', { tags: 'deep' }, async () => {
    const user = await newUser('free')
    await checkOut(user, 'pro', 'pay')
    setEnv(STRIPE)
    broken = true
    const refused = await service.call('POST', '/v1/checkout', { key: user.apiKey, body: { tier: 'pro' } })
    broken = false
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'billing_unavailable' }])
    setEnv(NEUTRAL)
    expect(await cancel(user)).toMatchObject({ tier: 'pro', cancel_at_period_end: true })
  })
})

test('a reading of the subscription is of one moment, while what is bought is written', { tags: 'deep' }, async () => {
  const user = await newUser('free')
  await checkOut(user, 'pro', 'pay')
  const { userId } = user
  const ended = { paidTier: null, currentPeriodEnd: null }
  const bought = { paidTier: 'pro', currentPeriodEnd: new Date('2099-01-01') }
  let isReading = true
  const write = async () => {
    for (let turn = 0; isReading; turn++) {
      const { paidTier, currentPeriodEnd } = turn % 2 === 0 ? ended : bought
      await db().$transaction([
        db().user.update({ where: { id: userId }, data: { paidTier } }),
        db().billingAccount.update({ where: { userId }, data: { currentPeriodEnd } }),
      ])
    }
  }
  const writing = write()
  for (let turn = 0; turn < 200; turn++) {
    const { paid_tier, current_period_end } = await read(user)
    expect([paid_tier, current_period_end !== null]).toEqual([paid_tier, paid_tier !== null])
  }
  isReading = false
  await writing
})
