import { z } from 'zod'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { endSubscription } from '../end-subscription'
import { charge, proration } from '../payments'
import { priceOf } from '../price-list'
import { recordEvent } from '../record-event'
import { clockOf, get, listOf, put, type SandboxSubscription } from '../store'
import { type Endpoint, endpoint, expandParam, flag, listOfShown, whole } from './endpoint'
import { SandboxRefusal } from './refusal'
import { expand, show } from './show'

type Tx = Prisma.TransactionClient

const UPDATE_SECONDS = 23 * 3600

const updateParams = z.object({
  items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]).optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: z.literal('').optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  payment_behavior: z.enum(['pending_if_incomplete', 'allow_incomplete']).optional(),
  expand: expandParam,
})
type Update = z.output<typeof updateParams>

/** Only an open subscription can change, and only some things at a time. */
function refuseImpossible(kept: SandboxSubscription, update: Update): void {
  const cancels = update.cancel_at_period_end !== undefined || update.cancel_at !== undefined
  if (kept.status === 'canceled') {
    throw new SandboxRefusal(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (cancels && kept.schedule) {
    const why = `The subscription is managed by the subscription schedule \`${kept.schedule}\`, and updating any cancelation behavior directly is not allowed.`
    throw new SandboxRefusal(400, `${why} Please update the schedule instead.`)
  }
  if (cancels && update.payment_behavior === 'pending_if_incomplete') {
    throw new SandboxRefusal(400, 'cancel_at_period_end is not supported with pending_if_incomplete.', {
      param: 'cancel_at_period_end',
    })
  }
  if (update.items && update.items[0].id !== kept.itemId) {
    throw new SandboxRefusal(404, `No such subscription item: '${update.items[0].id}'`, { code: 'resource_missing' })
  }
}

async function setCancel(tx: Tx, kept: SandboxSubscription, cancels: boolean): Promise<SandboxSubscription> {
  const customer = await get(tx, 'customer', kept.customer)
  const canceledAt = cancels ? clockOf(customer) : null
  const changed = await put(tx, { ...kept, cancelAtPeriodEnd: cancels, canceledAt })
  const before = { cancel_at_period_end: kept.cancelAtPeriodEnd }
  await recordEvent(tx, 'customer.subscription.updated', changed, before)
  return changed
}

/** The dearer price holds once the difference is paid; an unpaid one waits in `pending_update`. */
async function setPrice(tx: Tx, kept: SandboxSubscription, price: string): Promise<SandboxSubscription> {
  const customer = await get(tx, 'customer', kept.customer)
  const now = clockOf(customer)
  priceOf(price)
  const amount = proration(kept, price, now)
  const invoice = await charge(tx, customer, kept, { amount, reason: 'subscription_update' })
  const held = invoice.status === 'open' ? { price, expiresAt: now + UPDATE_SECONDS } : null
  const changed = await put(tx, {
    ...kept,
    price: held ? kept.price : price,
    pendingUpdate: held,
    latestInvoice: invoice.id,
  })
  await recordEvent(
    tx,
    'customer.subscription.updated',
    changed,
    held ? { pending_update: null } : { items: show(kept).items },
  )
  return changed
}

const list = endpoint(
  'GET',
  '/v1/subscriptions',
  z.object({ customer: z.string(), status: z.literal('all').optional(), limit: whole.optional(), expand: expandParam }),
  async (tx, { customer, status, expand: paths }) => {
    const kept = (await listOf(tx, 'subscription', customer)).filter(
      (one) => status === 'all' || one.status !== 'canceled',
    )
    const inside = paths.map((path) => path.replace(/^data\./, ''))
    const data = []
    for (const one of kept) data.push(await expand(tx, show(one), inside))
    return listOfShown('/v1/subscriptions', data)
  },
)

const update = endpoint('POST', '/v1/subscriptions/{id}', updateParams, async (tx, form, id) => {
  let kept = await get(tx, 'subscription', id)
  refuseImpossible(kept, form)
  if (form.cancel_at_period_end !== undefined) kept = await setCancel(tx, kept, form.cancel_at_period_end)
  if (form.cancel_at === '') kept = await setCancel(tx, kept, false)
  if (form.items) kept = await setPrice(tx, kept, form.items[0].price)
  return expand(tx, show(kept), form.expand)
})

const cancelNow = endpoint('DELETE', '/v1/subscriptions/{id}', z.object({}), async (tx, _form, id) => {
  const kept = await get(tx, 'subscription', id)
  if (kept.status === 'canceled')
    throw new SandboxRefusal(404, `No such subscription: '${id}'`, { code: 'resource_missing' })
  const customer = await get(tx, 'customer', kept.customer)
  return show(await endSubscription(tx, kept, clockOf(customer)))
})

export const subscriptionEndpoints: readonly Endpoint[] = [list, update, cancelNow]
