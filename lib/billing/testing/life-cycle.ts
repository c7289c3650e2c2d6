import { expect, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import type { drive } from './drive'
import type { Provider } from './provider'

type Driver = ReturnType<typeof drive>
type Service = { provider: Provider; driver: Driver; newUser: () => Promise<NewUser> }

const FREE = {
  tier: 'free',
  paid_tier: null,
  limit_seconds: 900,
  cancel_at_period_end: false,
  current_period_end: null,
  pending_tier: null,
  pending_change_at: null,
  payment_state: null,
  payment_url: null,
}
const NOTHING_SCHEDULED = { cancel_at_period_end: false, pending_tier: null, pending_change_at: null }
const PRO = { tier: 'pro', limit_seconds: 36_000, ...NOTHING_SCHEDULED, payment_state: 'ok' }
const ULTRA = { tier: 'ultra', limit_seconds: 180_000, ...NOTHING_SCHEDULED, payment_state: 'ok' }

async function subscribe({ driver, provider, newUser }: Service, tier = 'pro') {
  const user = await newUser()
  await provider.prepare(user)
  await driver.checkOut(user, tier, 'pay')
  return user
}

/** The whole life of a subscription, the same with every provider. */
export function testLifeCycle(service: Service): void {
  const { provider, driver, newUser } = service
  const { name } = provider
  const { checkOut, act, read, cancel, resume, change, dropChange } = driver

  test(`${name}: from free through every plan and back`, async () => {
    const user = await newUser()
    await provider.prepare(user)
    expect(await read(user)).toMatchObject(FREE)
    await checkOut(user, 'pro', 'pay')
    const bought = await read(user)
    expect(bought).toMatchObject(PRO)
    expect(await change(user, 'ultra')).toMatchObject(ULTRA)
    const scheduled = await change(user, 'pro')
    const atTheEnd = { pending_tier: 'pro', pending_change_at: bought.current_period_end }
    expect(scheduled).toMatchObject({ ...ULTRA, ...atTheEnd })
    expect(await dropChange(user)).toMatchObject(ULTRA)
    expect(await dropChange(user)).toMatchObject(ULTRA)
    expect(await change(user, 'pro')).toMatchObject({ ...ULTRA, ...atTheEnd })
    await driver.deliver()
    await act(user, 'advance')
    const rolled = await read(user)
    expect(rolled).toMatchObject(PRO)
    expect(Date.parse(rolled.current_period_end ?? '')).toBeGreaterThan(Date.parse(bought.current_period_end ?? ''))
    const canceled = { ...PRO, cancel_at_period_end: true, current_period_end: rolled.current_period_end }
    expect(await cancel(user)).toMatchObject(canceled)
    expect(await cancel(user)).toMatchObject(canceled)
    expect(await resume(user)).toMatchObject(PRO)
    expect(await resume(user)).toMatchObject(PRO)
    expect(await cancel(user)).toMatchObject(canceled)
    await driver.deliver()
    await act(user, 'advance')
    expect(await read(user)).toEqual({ ...FREE, used_seconds: 0, reserved_seconds: 0 })
  })

  test(`${name}: a cancel takes the place of a scheduled change`, { tags: 'deep' }, async () => {
    const user = await subscribe(service, 'ultra')
    await change(user, 'pro')
    expect(await cancel(user)).toMatchObject({ ...ULTRA, cancel_at_period_end: true })
    expect(await dropChange(user)).toMatchObject({ ...ULTRA, cancel_at_period_end: true })
    const changed = await change(user, 'pro')
    expect(changed).toMatchObject({ tier: 'ultra', cancel_at_period_end: false, pending_tier: 'pro' })
    expect(changed.pending_change_at).toBe(changed.current_period_end)
  })

  test(`${name}: an upgrade takes a scheduled cancel back, as a downgrade does`, { tags: 'deep' }, async () => {
    const user = await subscribe(service)
    await cancel(user)
    expect(await change(user, 'ultra')).toMatchObject(ULTRA)
    await cancel(user)
    expect(await change(user, 'pro')).toMatchObject({ tier: 'ultra', cancel_at_period_end: false, pending_tier: 'pro' })
  })

  test(`${name}: a plan is not changed while a payment is due`, async () => {
    const user = await subscribe(service)
    await act(user, 'card_declines')
    await change(user, 'ultra')
    await expect(change(user, 'ultra')).rejects.toThrow('payment_due')
    await act(user, 'pay')
    expect(await change(user, 'pro')).toMatchObject({ pending_tier: 'pro' })
  })

  test(`${name}: a checkout that is declined gives nothing and can be tried again`, { tags: 'deep' }, async () => {
    const user = await newUser()
    await provider.prepare(user)
    await checkOut(user, 'pro', 'decline')
    expect(await driver.reconcile(user)).toMatchObject(FREE)
    await checkOut(user, 'pro', 'authenticate')
    expect(await read(user)).toMatchObject(PRO)
  })

  async function expectOwed(card: 'card_declines' | 'card_authenticates') {
    const user = await subscribe(service)
    await act(user, card)
    const owed = { payment_state: 'action_required', payment_url: expect.stringMatching(/^https?:/) }
    expect(await change(user, 'ultra')).toMatchObject({ ...PRO, ...owed })
    await act(user, 'pay')
    expect(await read(user)).toMatchObject(ULTRA)
  }

  test(`${name}: an upgrade whose payment is declined waits for the payment`, () => expectOwed('card_declines'))
  test(`${name}: an upgrade whose card has to be authenticated waits for the payment`, { tags: 'deep' }, () =>
    expectOwed('card_authenticates'),
  )

  test(`${name}: a renewal that is not paid keeps the plan, then takes it, and gives it back once paid`, async () => {
    const user = await subscribe(service)
    await act(user, 'card_declines')
    await act(user, 'advance')
    expect(await read(user)).toMatchObject({ ...PRO, payment_state: 'past_due' })
    await act(user, 'advance')
    expect(await read(user)).toMatchObject({ tier: 'free', limit_seconds: 900, payment_state: 'unpaid' })
    await act(user, 'pay')
    expect(await read(user)).toMatchObject(PRO)
  })
}
