import { z } from 'zod'

const seconds = z.int()
const metadata = z.record(z.string(), z.string()).default({})

/** How a card behaves whenever it is charged. */
export const CARDS = ['pays', 'declines', 'authenticates'] as const
export type Card = (typeof CARDS)[number]

/** What the sandbox keeps of each kind of object; `show.ts` makes of it what Stripe's API shows. */
const customerSchema = z.object({
  id: z.string(),
  object: z.literal('customer'),
  customer: z.string(),
  email: z.string().nullable(),
  metadata,
  created: seconds,
  card: z.enum(CARDS).default('pays'),
  /** How far its clock is ahead of the real one. */
  aheadSeconds: z.int().default(0),
})

const subscriptionSchema = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  customer: z.string(),
  status: z.enum(['active', 'past_due', 'unpaid', 'canceled']),
  created: seconds,
  itemId: z.string(),
  price: z.string(),
  periodStart: seconds,
  periodEnd: seconds,
  cancelAtPeriodEnd: z.boolean().default(false),
  canceledAt: seconds.nullable().default(null),
  endedAt: seconds.nullable().default(null),
  schedule: z.string().nullable().default(null),
  latestInvoice: z.string().nullable().default(null),
  pendingUpdate: z.object({ price: z.string(), expiresAt: seconds }).nullable().default(null),
})

const phaseSchema = z.object({ price: z.string(), startDate: seconds, endDate: seconds })
const scheduleSchema = z.object({
  id: z.string(),
  object: z.literal('subscription_schedule'),
  customer: z.string(),
  subscription: z.string(),
  status: z.enum(['active', 'released', 'canceled']),
  created: seconds,
  phases: z.array(phaseSchema),
  /** Which of them holds now. */
  current: z.int().default(0),
})

const invoiceSchema = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  customer: z.string(),
  subscription: z.string(),
  status: z.enum(['open', 'paid', 'void']),
  created: seconds,
  amount: z.int(),
  currency: z.string(),
  reason: z.enum(['subscription_create', 'subscription_update', 'subscription_cycle']),
})

const checkoutSchema = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  customer: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  created: seconds,
  price: z.string(),
  clientReferenceId: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  subscription: z.string().nullable().default(null),
  /** The bank has been asked, and waits for the person. */
  authenticating: z.boolean().default(false),
})

const portalSchema = z.object({
  id: z.string(),
  object: z.literal('billing_portal.session'),
  customer: z.string(),
  created: seconds,
  returnUrl: z.string(),
})

const eventSchema = z.object({
  id: z.string(),
  object: z.literal('event'),
  customer: z.string(),
  created: seconds,
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
})

export const storedSchema = z.discriminatedUnion('object', [
  customerSchema,
  subscriptionSchema,
  scheduleSchema,
  invoiceSchema,
  checkoutSchema,
  portalSchema,
  eventSchema,
])

export type Stored = z.infer<typeof storedSchema>
export type Kind = Stored['object']
export type Of<K extends Kind> = Extract<Stored, { object: K }>
export type Customer = Of<'customer'>
export type SandboxSubscription = Of<'subscription'>
export type Schedule = Of<'subscription_schedule'>
export type Invoice = Of<'invoice'>
export type Checkout = Of<'checkout.session'>
