import Stripe from 'stripe'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { billingMode } from '../billing-mode'
import { show } from './endpoints/show'
import { sandboxWebhookSecret } from './sandbox-key'
import { find } from './store'

const EVERYWHERE = ['0.0.0.0', '::', 'localhost']

/** An event as it is delivered: the body, and the header that signs it as Stripe would. */
export type SignedEvent = { payload: string; signature: string }

/** This service's own address for events, without the proxy that may stand before it. */
function webhookUrl(): string {
  const { HOST, PORT } = env()
  const host = EVERYWHERE.includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/v1/webhooks/billing`
}

/** An event of the sandbox, signed now; null for one that is not there any more. */
export async function signEvent(eventId: string): Promise<SignedEvent | null> {
  const event = await find(db(), 'event', eventId)
  if (!event) return null
  const payload = JSON.stringify(show(event))
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret() })
  return { payload, signature }
}

/** Delivers an event of the sandbox over HTTP, as Stripe does. Throws when it is not taken, to be tried again. */
export async function deliverEvent(eventId: string): Promise<void> {
  const event = billingMode() === 'sandbox' ? await signEvent(eventId) : null
  if (!event) return
  const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature }
  const response = await fetch(webhookUrl(), { method: 'POST', headers, body: event.payload })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the event ${eventId} was answered ${response.status}`)
}
