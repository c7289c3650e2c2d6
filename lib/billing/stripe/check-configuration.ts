import type Stripe from 'stripe'
import { env } from '@/lib/core/env'
import { billingMode } from '../billing-mode'
import { lookupKey, paidTiers } from './catalogue'
import { stripe } from './client'

/** The result of one check: right, or what to do about it. */
export type Finding = { ok: boolean; text: string }

/** The events that the service needs; the nightly reconciliation would find the same changes a day later. */
export const WANTED_EVENTS = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_expired',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
] as const

const right = (text: string): Finding => ({ ok: true, text })
const wrong = (text: string): Finding => ({ ok: false, text })

function checkPrice(tier: string, prices: readonly Stripe.Price[]): Finding {
  const key = lookupKey(tier)
  const price = prices.find(({ lookup_key }) => lookup_key === key)
  if (!price) return wrong(`${tier}: no active price has the lookup key ${key}. Give it to the plan's monthly price.`)
  const { unit_amount: amount, currency, recurring } = price
  if (amount === null) return wrong(`${tier}: the price ${price.id} has no fixed amount. Use a flat price.`)
  if (recurring?.interval !== 'month' || recurring.interval_count !== 1) {
    return wrong(`${tier}: the price ${price.id} is not monthly. Allowances are counted by the month.`)
  }
  return right(`${tier}: ${price.id}, ${amount} ${currency} (smallest unit) a month`)
}

async function checkPrices(api: Stripe): Promise<Finding[]> {
  const lookup_keys = paidTiers().map(lookupKey)
  const { data } = await api.prices.list({ lookup_keys, active: true, limit: 100 })
  const products = new Set(data.map(({ product }) => (typeof product === 'string' ? product : product.id)))
  const shared = data.length > products.size
  const findings = paidTiers().map((tier) => checkPrice(tier, data))
  return shared ? [...findings, wrong('Two plans share a product. Give each plan a product of its own.')] : findings
}

async function checkEndpoint(api: Stripe): Promise<Finding[]> {
  const url = `${env().baseUrl}/v1/webhooks/billing`
  const { data } = await api.webhookEndpoints.list({ limit: 100 })
  const endpoint = data.find((one) => one.url === url && one.status === 'enabled')
  if (!endpoint) return [wrong(`No enabled webhook endpoint leads to ${url}. Add one; BASE_URL decides the address.`)]
  const received: readonly string[] = endpoint.enabled_events
  const missing = received.includes('*') ? [] : WANTED_EVENTS.filter((type) => !received.includes(type))
  if (missing.length === 0) return [right(`webhook endpoint ${endpoint.id} hears of everything it should`)]
  return [wrong(`The webhook endpoint ${endpoint.id} does not hear of ${missing.join(', ')}.`)]
}

async function checkPortal(api: Stripe): Promise<Finding[]> {
  const { data } = await api.billingPortal.configurations.list({ active: true, is_default: true, limit: 1 })
  const features = data[0]?.features
  if (!features) return [wrong('The customer portal has no configuration. Save one in its settings, once a mode.')]
  if (!features.payment_method_update.enabled)
    return [wrong('The customer portal does not let people change their card.')]
  if (!features.invoice_history.enabled) return [wrong('The customer portal does not show invoices.')]
  return [right('the customer portal lets people change cards and see invoices')]
}

async function checkPart(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    return [wrong(`${what} could not be looked at: ${error instanceof Error ? error.message : String(error)}`)]
  }
}

function checkSecret(): Finding {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (!secret) return wrong("STRIPE_WEBHOOK_SECRET is not set. Stripe shows it as the endpoint's signing secret.")
  if (secret.startsWith('whsec_')) return right('STRIPE_WEBHOOK_SECRET is set')
  return wrong('STRIPE_WEBHOOK_SECRET does not begin with whsec_. It is not the API key.')
}

/** Checks everything that billing needs at Stripe, and changes nothing. Never shows a secret. */
export async function checkConfiguration(): Promise<Finding[]> {
  const key = env().STRIPE_SECRET_KEY
  if (billingMode() !== 'stripe' || !key) {
    return [wrong('STRIPE_SECRET_KEY is not set. Take it from the developers section of the Stripe dashboard.')]
  }
  const api = stripe()
  return [
    right(`the key is one of ${key.includes('_live_') ? 'live' : 'test'} mode`),
    checkSecret(),
    ...(await checkPart('The prices', () => checkPrices(api))),
    ...(await checkPart('The webhook endpoints', () => checkEndpoint(api))),
    ...(await checkPart('The customer portal', () => checkPortal(api))),
  ]
}
