import { z } from 'zod'
import { allPrices, allPromotionCodes, priceOf } from '../price-list'
import { recordEvent } from '../record-event'
import { clockOf, get, listOf, newSandboxId, put } from '../store'
import { type Endpoint, endpoint, expandParam, flag, listOfShown, whole } from './endpoint'
import { SandboxRefusal } from './refusal'
import { show } from './show'

const lineItem = z.strictObject({ price: z.string(), quantity: z.literal('1').default('1') })

const createCustomer = endpoint(
  'POST',
  '/v1/customers',
  z.object({ email: z.string().optional(), metadata: z.record(z.string(), z.string()).default({}) }),
  async (tx, { email = null, metadata }) => {
    const id = newSandboxId('customer')
    const created = Math.floor(Date.now() / 1000)
    const card = 'pays' as const
    return show(
      await put(tx, { id, object: 'customer', customer: id, email, metadata, created, card, aheadSeconds: 0 }),
    )
  },
)

const deleteCustomer = endpoint('DELETE', '/v1/customers/{id}', z.object({}), async (tx, _form, id) => {
  await get(tx, 'customer', id)
  await tx.sandboxObject.deleteMany({ where: { customerId: id } })
  return { id, object: 'customer', deleted: true }
})

const listPrices = endpoint(
  'GET',
  '/v1/prices',
  z.object({ lookup_keys: z.array(z.string()).max(10).optional(), active: flag.optional(), limit: whole.optional() }),
  async (_tx, { lookup_keys: keys, active }) => {
    const found = allPrices().filter(({ lookup_key }) => !keys || keys.includes(lookup_key))
    return listOfShown('/v1/prices', active === false ? [] : found)
  },
)

const listPromotionCodes = endpoint(
  'GET',
  '/v1/promotion_codes',
  z.object({ active: flag.optional(), limit: whole.optional(), expand: expandParam }),
  async (_tx, { active }) => listOfShown('/v1/promotion_codes', active === false ? [] : allPromotionCodes()),
)

const createCheckout = endpoint(
  'POST',
  '/v1/checkout/sessions',
  z.object({
    mode: z.literal('subscription'),
    customer: z.string(),
    line_items: z.tuple([lineItem]),
    success_url: z.string(),
    cancel_url: z.string(),
    allow_promotion_codes: flag.optional(),
    client_reference_id: z.string().optional(),
  }),
  async (tx, form) => {
    const customer = await get(tx, 'customer', form.customer)
    const { id: price } = priceOf(form.line_items[0].price)
    const shown = await put(tx, {
      id: newSandboxId('checkout.session'),
      object: 'checkout.session',
      customer: customer.id,
      status: 'open',
      created: clockOf(customer),
      price,
      clientReferenceId: form.client_reference_id ?? null,
      successUrl: form.success_url,
      cancelUrl: form.cancel_url,
      subscription: null,
      authenticating: false,
    })
    return show(shown)
  },
)

const listCheckouts = endpoint(
  'GET',
  '/v1/checkout/sessions',
  z.object({
    customer: z.string(),
    status: z.enum(['open', 'complete', 'expired']).optional(),
    limit: whole.optional(),
  }),
  async (tx, { customer, status }) => {
    const sessions = await listOf(tx, 'checkout.session', customer)
    const wanted = sessions.filter((session) => !status || session.status === status)
    return listOfShown('/v1/checkout/sessions', wanted.map(show))
  },
)

const expireCheckout = endpoint('POST', '/v1/checkout/sessions/{id}/expire', z.object({}), async (tx, _form, id) => {
  const session = await get(tx, 'checkout.session', id)
  if (session.status !== 'open')
    throw new SandboxRefusal(400, 'Only Checkout Sessions with a status of open can be expired.')
  const expired = await put(tx, { ...session, status: 'expired' })
  await recordEvent(tx, 'checkout.session.expired', expired)
  return show(expired)
})

const createPortal = endpoint(
  'POST',
  '/v1/billing_portal/sessions',
  z.object({ customer: z.string(), return_url: z.string() }),
  async (tx, { customer: customerId, return_url: returnUrl }) => {
    const { id: customer } = await get(tx, 'customer', customerId)
    const created = Math.floor(Date.now() / 1000)
    const id = newSandboxId('billing_portal.session')
    return show(await put(tx, { id, object: 'billing_portal.session', customer, created, returnUrl }))
  },
)

/** Customers, prices, and the ways to the two pages. */
export const accountEndpoints: readonly Endpoint[] = [
  createCustomer,
  deleteCustomer,
  listPrices,
  listPromotionCodes,
  createCheckout,
  listCheckouts,
  expireCheckout,
  createPortal,
]
