import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createUser, type NewUser } from '@/lib/accounts/create-user'
import { grantTier } from '@/lib/accounts/grant-tier'
import { ensureLocalAccount } from '@/lib/accounts/local/local-account'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { startLoopback } from '@/lib/oauth/testing/start-loopback'
import { UNLIMITED_SECONDS } from '@/lib/usage/contract'
import { effectiveTier } from '@/lib/usage/tiers'
import { newUser, useService } from '@/test/service'
import { sandboxFetch } from './sandbox/endpoints/sandbox-fetch'
import { SANDBOX_KEY } from './sandbox/sandbox-key'
import { leaveFormerProvider, reconcileAccounts } from './subscription/reconcile'
import { drive } from './testing/drive'
import { sandboxProvider } from './testing/sandbox-provider'

const service = await useService()
const provider = sandboxProvider('sandbox')
const { checkoutUrl, checkOut, act, read, reconcile, cancel, change } = drive(service.call, provider)

const stripe = await startLoopback(sandboxFetch)
const STRIPE = { STRIPE_SECRET_KEY: SANDBOX_KEY, STRIPE_API_URL: stripe.url, STRIPE_WEBHOOK_SECRET: 'whsec_test' }
const SANDBOX = { STRIPE_SECRET_KEY: '', STRIPE_API_URL: '', STRIPE_WEBHOOK_SECRET: '' }
afterEach(() => setEnv(SANDBOX))
afterAll(() => stripe.close())

async function reconcileEverybody(): Promise<void> {
  let after: string | null = null
  do after = await reconcileAccounts(after)
  while (after !== null)
}

async function localAccount(): Promise<NewUser> {
  await db().user.deleteMany({ where: { isLocal: true } })
  const account = await ensureLocalAccount()
  if (!account) throw new Error('there is a local account already')
  return account
}

/** Everything that can happen in billing without a payment that lasts. */
const ACTS: Readonly<Record<string, (user: NewUser) => Promise<unknown>>> = {
  'a checkout is opened': (user) => checkoutUrl(user, 'pro'),
  'a checkout is opened, then the subscription is reconciled': async (user) => {
    await checkoutUrl(user, 'pro')
    await reconcile(user)
  },
  'a payment is declined': async (user) => {
    await checkOut(user, 'ultra', 'decline')
    await reconcile(user)
  },
  'the portal is visited': async (user) => {
    await checkoutUrl(user, 'pro')
    expect((await service.call('POST', '/v1/me/portal', { key: user.apiKey })).status).toBe(200)
    await reconcile(user)
  },
  'the subscription of somebody who was never a customer is reconciled': reconcile,
  'the nightly run reconciles everybody': async (user) => {
    await checkoutUrl(user, 'pro')
    await reconcileEverybody()
  },
  'a Stripe key is set later': async (user) => {
    await checkoutUrl(user, 'pro')
    setEnv(STRIPE)
    await leaveFormerProvider()
    await reconcile(user)
    await checkoutUrl(user, 'pro')
    await reconcileEverybody()
  },
  'a Stripe key is set after a plan was bought in the sandbox': async (user) => {
    await checkOut(user, 'ultra', 'pay')
    setEnv(STRIPE)
    await leaveFormerProvider()
    await reconcile(user)
  },
  'a subscription has ended': async (user) => {
    await checkOut(user, 'ultra', 'pay')
    await cancel(user)
    await act(user, 'advance')
    await reconcile(user)
  },
  'a subscription is unpaid': async (user) => {
    await checkOut(user, 'ultra', 'pay')
    await act(user, 'card_declines')
    await act(user, 'advance')
    await act(user, 'advance')
    await reconcile(user)
  },
  'the sandbox is started over': async (user) => {
    await checkOut(user, 'ultra', 'pay')
    expect((await service.call('DELETE', '/v1/sandbox/account', { key: user.apiKey })).status).toBe(200)
  },
}

describe.each([
  ['the account of this machine', 'ultra', UNLIMITED_SECONDS, localAccount],
  ['an account that was made with a tier', 'pro', 36_000, () => newUser('pro')],
] as const)('%s keeps its granted tier', (_, tier, limit_seconds, make) => {
  test.each(Object.entries(ACTS))('when %s', async (_, act) => {
    const user = await make()
    await act(user)
    expect(await read(user)).toMatchObject({ tier, limit_seconds, paid_tier: null })
    const asKey = await service.call('GET', '/v1/me/api-key', { key: user.apiKey })
    expect(asKey.body).toMatchObject({ tier })
  })
})

describe('the larger of a granted and a paid tier counts', () => {
  test('a larger one that is paid counts as long as it is paid', async () => {
    const user = await newUser('pro')
    await checkOut(user, 'ultra', 'pay')
    expect(await read(user)).toMatchObject({ tier: 'ultra', paid_tier: 'ultra', limit_seconds: 180_000 })
    await change(user, 'pro')
    await act(user, 'advance')
    expect(await read(user)).toMatchObject({ tier: 'pro', paid_tier: 'pro', limit_seconds: 36_000 })
  })

  test('a smaller paid tier does not lower the granted one, and its end changes nothing', async () => {
    const user = await newUser('ultra')
    await checkOut(user, 'pro', 'pay')
    const subscribed = await read(user)
    expect(subscribed).toMatchObject({ tier: 'ultra', paid_tier: 'pro', limit_seconds: 180_000, payment_state: 'ok' })
    await cancel(user)
    await act(user, 'advance')
    expect(await read(user)).toMatchObject({ tier: 'ultra', paid_tier: null, limit_seconds: 180_000 })
  })

  test('a tier granted beside a subscription applies immediately, including to API key callers', async () => {
    const user = await newUser('free')
    await checkOut(user, 'pro', 'pay')
    await grantTier(user.userId, 'ultra')
    expect(await read(user)).toMatchObject({ tier: 'ultra', paid_tier: 'pro' })
    await grantTier(user.userId, 'free')
    expect(await read(user)).toMatchObject({ tier: 'pro', paid_tier: 'pro' })
  })

  test('a tier that there is not is not granted', async () => {
    const { userId } = await newUser('pro')
    await expect(grantTier(userId, 'gold')).rejects.toMatchObject({ code: 'unknown_tier' })
    expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ grantedTier: 'pro' })
  })

  test.each([
    ['free', null, 'free'],
    ['free', 'pro', 'pro'],
    ['pro', 'ultra', 'ultra'],
    ['ultra', 'pro', 'ultra'],
    ['taken_out', 'pro', 'pro'],
    ['pro', 'taken_out', 'pro'],
  ])('granted %s and paid %s are %s', (grantedTier, paidTier, expected) => {
    expect(effectiveTier({ grantedTier, paidTier })).toBe(expected)
  })
})

describe('the account of this machine can try plans from the free one', () => {
  test('and has its own plan back when it starts over', async () => {
    const user = await localAccount()
    expect((await service.call('DELETE', '/v1/sandbox/grant', { key: user.apiKey })).status).toBe(200)
    expect(await read(user)).toMatchObject({ tier: 'free' })
    expect((await service.call('DELETE', '/v1/sandbox/account', { key: user.apiKey })).status).toBe(200)
    expect(await read(user)).toMatchObject({ tier: 'ultra' })
  })

  test('which no other account can, nor this one beside Stripe', async () => {
    const granted = await createUser({ email: 'granted@verbatim.test', tier: 'pro' })
    expect((await service.call('DELETE', '/v1/sandbox/grant', { key: granted.apiKey })).status).toBe(404)
    expect(await read(granted)).toMatchObject({ tier: 'pro' })
    const user = await localAccount()
    setEnv(STRIPE)
    expect((await service.call('DELETE', '/v1/sandbox/grant', { key: user.apiKey })).status).toBe(404)
    expect(await read(user)).toMatchObject({ tier: 'ultra' })
  })
})
