import type { Actor } from '@/lib/platform/actor'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import type { SandboxAction } from '../sandbox-contract'
import { advance } from './advance'
import type { Card, Customer, SandboxSubscription } from './objects'
import { ownCustomerId } from './own-customer'
import { payInvoice } from './pay-invoice'
import { get, inSandbox, listOf, put } from './store'

type Tx = Prisma.TransactionClient

async function liveSubscription(tx: Tx, customer: Customer): Promise<SandboxSubscription> {
  const kept = (await listOf(tx, 'subscription', customer.id)).find(({ status }) => status !== 'canceled')
  if (!kept) throw new Problem('no_subscription')
  return kept
}

const setCard = (card: Card) => async (tx: Tx, customer: Customer) => {
  await put(tx, { ...customer, card })
}

const ACTIONS: Readonly<Record<SandboxAction, (tx: Tx, customer: Customer) => Promise<void>>> = {
  advance: async (tx, customer) => advance(tx, customer, await liveSubscription(tx, customer)),
  pay: async (tx, customer) => {
    await setCard('pays')(tx, customer)
    await payInvoice(tx, await liveSubscription(tx, customer))
  },
  card_pays: setCard('pays'),
  card_declines: setCard('declines'),
  card_authenticates: setCard('authenticates'),
}

/** Does to a customer what time, the bank or the portal would do. Throws `no_subscription`. */
export function actOn(customerId: string, action: SandboxAction): Promise<void> {
  return inSandbox(async (tx) => ACTIONS[action](tx, await get(tx, 'customer', customerId)))
}

/** The same to the caller's own customer. Throws `no_billing_account`, `no_subscription`; `not_found` without a sandbox. */
export async function actInSandbox(actor: Actor, action: SandboxAction): Promise<void> {
  await actOn(await ownCustomerId(actor), action)
}
