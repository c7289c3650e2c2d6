import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import type { SandboxAction } from '../sandbox/contract'
import type { Provider } from './provider'

type Options = { key: string; webhookSecret: string }

const CARDS = {
  pays: 'pm_card_visa',
  declines: 'pm_card_chargeCustomerFail',
  authenticates: 'pm_card_authenticationRequired',
}
/** Stripe finalises the invoice of a renewal an hour after the period's end. */
const AFTER_THE_END_SECONDS = 2 * 3600
const POLL_INTERVAL_MS = 2_000

async function customerOf({ userId }: NewUser): Promise<string> {
  return (await db().billingAccount.findUniqueOrThrow({ where: { userId } })).customerId
}

async function attachCard(api: Stripe, customer: string, card: keyof typeof CARDS): Promise<string> {
  const { id } = await api.paymentMethods.attach(CARDS[card], { customer })
  await api.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  return id
}

async function subscriptionOf(api: Stripe, customer: string): Promise<Stripe.Subscription> {
  const { data } = await api.subscriptions.list({ customer, limit: 1 })
  if (!data[0]) throw new Error('there is no subscription')
  return data[0]
}

async function passTime(api: Stripe, customerId: string): Promise<void> {
  const customer = await api.customers.retrieve(customerId)
  const clock = 'test_clock' in customer ? customer.test_clock : null
  if (typeof clock !== 'string') throw new Error('the customer has no test clock')
  const end = (await subscriptionOf(api, customerId)).items.data[0]?.current_period_end ?? 0
  const { frozen_time: now } = await api.testHelpers.testClocks.retrieve(clock)
  const frozen_time = Math.max(end, now) + AFTER_THE_END_SECONDS
  await api.testHelpers.testClocks.advance(clock, { frozen_time })
  while ((await api.testHelpers.testClocks.retrieve(clock)).status === 'advancing') await wait(POLL_INTERVAL_MS)
}

async function payOpen(api: Stripe, customer: string): Promise<void> {
  const payment_method = await attachCard(api, customer, 'pays')
  const { data } = await api.invoices.list({ customer, status: 'open' })
  for (const { id } of data) if (id) await api.invoices.pay(id, { payment_method })
}

function actions(api: Stripe): Readonly<Record<SandboxAction, (customer: string) => Promise<unknown>>> {
  return {
    advance: (customer) => passTime(api, customer),
    pay: (customer) => payOpen(api, customer),
    card_pays: (customer) => attachCard(api, customer, 'pays'),
    card_declines: (customer) => attachCard(api, customer, 'declines'),
    card_authenticates: (customer) => attachCard(api, customer, 'authenticates'),
  }
}

/**
 * Stripe's test mode, with a test clock for each customer. Its checkout is a page for people: in its place the
 * subscription to the session's price is made directly. A card that is declined makes none.
 */
export function stripeTestMode({ key, webhookSecret }: Options): Provider {
  const api = new Stripe(key, { telemetry: false })
  const since = Math.floor(Date.now() / 1000)
  return {
    name: "Stripe's test mode",
    prepare: async ({ userId, email }) => {
      const { id: test_clock } = await api.testHelpers.testClocks.create({ frozen_time: since })
      const { id: customerId } = await api.customers.create({ email, test_clock })
      await db().billingAccount.create({ data: { userId, customerId, provider: 'stripe' } })
    },
    checkOut: async (user, url, how) => {
      const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? ''
      const { data } = await api.checkout.sessions.listLineItems(sessionId)
      const price = data[0]?.price?.id
      if (how === 'decline' || !price) return
      const customer = await customerOf(user)
      await attachCard(api, customer, 'pays')
      await api.subscriptions.create({ customer, items: [{ price }] })
    },
    act: async (user, action) => {
      await actions(api)[action](await customerOf(user))
    },
    events: async () => {
      const { data } = await api.events.list({ created: { gte: since }, limit: 100 })
      const known = await db().billingEvent.findMany({ select: { id: true } })
      const fresh = data.filter(({ id }) => known.every((one) => one.id !== id)).reverse()
      return fresh.map((event) => {
        const payload = JSON.stringify(event)
        return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }) }
      })
    },
  }
}
