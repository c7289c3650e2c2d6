import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { problemSchema } from '@/lib/platform/problem-schema'
import { nameField } from '@/lib/platform/text-field'

const TAG = 'Billing'

/** The price of a tier; nulls where the provider has none for it. `amount` is in the currency's smallest unit. */
export const planSchema = z
  .object({
    tier: z.string(),
    amount: z.int().nullable(),
    currency: z.string().nullable(),
    interval: z.string().nullable(),
  })
  .meta({ id: 'PlanInfo' })
export type Plan = z.infer<typeof planSchema>

/** An active promotion code: so many hundredths of a percent off, or an amount. No `tiers`: it holds for all of them. */
export const discountSchema = z
  .object({
    name: z.string().nullable(),
    code: z.string().nullable(),
    type: z.string().nullable(),
    basis_points: z.int().nullable(),
    amount: z.int().nullable(),
    currency: z.string().nullable(),
    product_ids: z.array(z.string()).default([]),
    tiers: z.array(z.string()).default([]),
    starts_at: z.string().nullable(),
    ends_at: z.string().nullable(),
  })
  .meta({ id: 'DiscountInfo' })
export type Discount = z.infer<typeof discountSchema>

/** `source` says where prices come from: `static` where no provider is set up or it can't be asked. */
export const plansSchema = z
  .object({
    plans: z.array(planSchema),
    discounts: z.array(discountSchema),
    source: z.enum(['stripe', 'sandbox', 'static']),
  })
  .meta({ id: 'PlansResponse' })
export type Plans = z.infer<typeof plansSchema>

export const PAYMENT_STATES = ['ok', 'past_due', 'action_required', 'unpaid'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * `tier` is the tier that counts: the larger of the one the operator granted and the one the subscription pays for
 * (`paid_tier`, null without one). `reserved_seconds` are held by running jobs: what is left is the limit without those and
 * without what is used.
 */
export const subscriptionSchema = z
  .object({
    tier: z.string(),
    paid_tier: z.string().nullable(),
    limit_seconds: z.int(),
    used_seconds: z.int(),
    reserved_seconds: z.int(),
    cancel_at_period_end: z.boolean().default(false),
    current_period_end: z.string().nullable(),
    pending_tier: z.string().nullable(),
    pending_change_at: z.string().nullable(),
    payment_state: z.enum(PAYMENT_STATES).nullable(),
  })
  .meta({ id: 'SubscriptionResponse' })
export type Subscription = z.infer<typeof subscriptionSchema>

const urlSchema = z.object({ url: z.string() })
const checkoutSchema = urlSchema.meta({ id: 'CheckoutResponse' })
const portalSchema = z.object({ url: z.string() }).meta({ id: 'PortalResponse' })
const receivedSchema = z.object({ received: z.literal(true) }).meta({ id: 'BillingEventReceived' })

const SUBSCRIPTION = { 200: { description: 'The subscription as it is now', schema: subscriptionSchema } }
const CONFLICT = { 409: { description: 'There is no subscription, or nothing to change', schema: problemSchema } }

export const listPlans = defineOperation({
  id: 'listPlans',
  method: 'get',
  path: '/v1/plans',
  summary: 'The plans with their prices, and the discounts that hold now',
  tag: TAG,
  access: 'public',
  success: plansSchema,
  answers: { 200: { description: 'Plans and discounts', schema: plansSchema } },
})

export const createCheckout = defineOperation({
  id: 'createCheckout',
  method: 'post',
  path: '/v1/checkout',
  summary: 'A page of the billing provider where a plan is bought',
  tag: TAG,
  access: 'account',
  body: z.object({ tier: nameField() }).meta({ id: 'CheckoutRequest' }),
  success: checkoutSchema,
  answers: {
    200: { description: 'Where to send the browser', schema: checkoutSchema },
    409: { description: 'There is a subscription already: change it', schema: problemSchema },
  },
})

export const getSubscription = defineOperation({
  id: 'getSubscription',
  method: 'get',
  path: '/v1/me/subscription',
  summary: 'Your plan, and what you have used of it',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: SUBSCRIPTION,
})

export const reconcileSubscription = defineOperation({
  id: 'reconcileSubscription',
  method: 'post',
  path: '/v1/me/subscription/reconcile',
  summary: 'Ask the billing provider what it grants, and take that over',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: SUBSCRIPTION,
})

export const cancelSubscription = defineOperation({
  id: 'cancelSubscription',
  method: 'post',
  path: '/v1/me/subscription/cancel',
  summary: 'End the subscription with its period; until then everything stays',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const resumeSubscription = defineOperation({
  id: 'resumeSubscription',
  method: 'post',
  path: '/v1/me/subscription/resume',
  summary: 'Take a scheduled cancel back',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const changeTier = defineOperation({
  id: 'changeTier',
  method: 'post',
  path: '/v1/me/subscription/change',
  summary:
    'Change to another paid plan: a larger one at once, a smaller one with the next period. A scheduled cancel is taken back',
  tag: TAG,
  access: 'account',
  body: z.object({ tier: nameField() }).meta({ id: 'ChangeTierRequest' }),
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const dropChange = defineOperation({
  id: 'dropChange',
  method: 'delete',
  path: '/v1/me/subscription/change',
  summary: 'Take a scheduled change of plan back; a scheduled cancel stays',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const createPortal = defineOperation({
  id: 'createPortal',
  method: 'post',
  path: '/v1/me/portal',
  summary: "A short-lived link to the billing provider's page for cards and invoices",
  tag: TAG,
  access: 'account',
  success: portalSchema,
  answers: {
    200: { description: 'Where to send the browser', schema: portalSchema },
    404: { description: 'There is no billing account yet', schema: problemSchema },
  },
})

export const billingWebhook = defineOperation({
  id: 'billingWebhook',
  method: 'post',
  path: '/v1/webhooks/billing',
  summary: 'Where the billing provider tells what has happened',
  tag: 'Webhooks',
  access: 'public',
  limit: 'frequent',
  rawBody: {
    description: 'A signed event: of Stripe, or in the form of Standard Webhooks',
    mediaType: 'application/json',
    kind: 'event',
  },
  success: receivedSchema,
  answers: {
    200: { description: 'It was applied, or had been before', schema: receivedSchema },
    401: { description: 'The signature is missing, wrong or old', schema: problemSchema },
  },
})
