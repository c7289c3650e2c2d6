import { z } from 'zod'
import { PaymentState as paymentStates } from '@/lib/core/generated/prisma/enums'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField } from '@/lib/core/operations/text-field'
import { problemSchema } from '@/lib/core/problem/problem-schema'

const TAG = 'Billing'

/** The price of a tier; nulls where the provider has none for it. `amount` is in the currency's smallest unit, `seconds` the allowance of a period. */
export const planSchema = z
  .object({
    tier: z.string(),
    seconds: z.int(),
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

const paymentStateSchema = z.enum(paymentStates)
export type PaymentState = z.infer<typeof paymentStateSchema>

/**
 * `tier` is the tier that counts: the larger of the one the operator granted and the one the subscription pays for
 * (`paid_tier`, null without one). `reserved_seconds` are held by running jobs: what is left is the limit without those and
 * without what is used. `payment_url`: where what is owed can be paid, while `payment_state` asks for it.
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
    payment_state: paymentStateSchema.nullable(),
    payment_url: z.string().nullable(),
  })
  .meta({ id: 'SubscriptionResponse' })
export type Subscription = z.infer<typeof subscriptionSchema>

const urlSchema = z.object({ url: z.string() })
const checkoutSchema = urlSchema.meta({ id: 'CheckoutResponse' })
const portalSchema = z.object({ url: z.string() }).meta({ id: 'PortalResponse' })
const receivedSchema = z.object({ received: z.literal(true) }).meta({ id: 'BillingEventReceived' })

const SUBSCRIPTION = { 200: { description: 'The updated subscription', schema: subscriptionSchema } }
const CONFLICT = { 409: { description: 'No subscription, or nothing to change', schema: problemSchema } }

export const listPlans = defineOperation({
  id: 'listPlans',
  method: 'get',
  path: '/v1/plans',
  summary: 'List the plans with prices and current discounts',
  tag: TAG,
  access: 'public',
  success: plansSchema,
  answers: { 200: { description: 'Plans and discounts', schema: plansSchema } },
})

export const createCheckout = defineOperation({
  id: 'createCheckout',
  method: 'post',
  path: '/v1/checkout',
  summary: 'Create a checkout page for a plan at the billing provider',
  description: 'Send the browser to `url`. Your plan changes when the provider confirms the payment.',
  tag: TAG,
  access: 'account',
  problems: ['unknown_tier', 'already_subscribed', 'billing_unavailable'],
  body: z.object({ tier: nameField() }).meta({ id: 'CheckoutRequest' }),
  success: checkoutSchema,
  answers: {
    200: { description: 'Where to send the browser', schema: checkoutSchema },
    409: { description: 'You already have a subscription: change it instead', schema: problemSchema },
  },
})

export const getSubscription = defineOperation({
  id: 'getSubscription',
  method: 'get',
  path: '/v1/me/subscription',
  summary: 'Get your plan and usage',
  tag: TAG,
  access: 'account',
  success: subscriptionSchema,
  answers: SUBSCRIPTION,
})

export const reconcileSubscription = defineOperation({
  id: 'reconcileSubscription',
  method: 'post',
  path: '/v1/me/subscription/reconcile',
  summary: 'Synchronise the subscription with the billing provider',
  tag: TAG,
  access: 'account',
  problems: ['billing_unavailable'],
  success: subscriptionSchema,
  answers: SUBSCRIPTION,
})

export const cancelSubscription = defineOperation({
  id: 'cancelSubscription',
  method: 'post',
  path: '/v1/me/subscription/cancel',
  summary: 'Cancel the subscription at the end of its period',
  description: 'Your plan stays until the end of the paid period.',
  tag: TAG,
  access: 'account',
  problems: ['no_subscription', 'billing_unavailable'],
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const resumeSubscription = defineOperation({
  id: 'resumeSubscription',
  method: 'post',
  path: '/v1/me/subscription/resume',
  summary: 'Resume the subscription: withdraw a scheduled cancellation',
  tag: TAG,
  access: 'account',
  problems: ['no_subscription', 'billing_unavailable'],
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const changeTier = defineOperation({
  id: 'changeTier',
  method: 'post',
  path: '/v1/me/subscription/change',
  summary:
    'Change to another paid plan: a larger one starts immediately, a smaller one with the next period. A scheduled cancellation is withdrawn',
  description: 'The difference for the rest of the period is charged immediately when the new plan is larger.',
  tag: TAG,
  access: 'account',
  problems: ['unknown_tier', 'already_on_tier', 'no_subscription', 'payment_due', 'billing_unavailable'],
  body: z.object({ tier: nameField() }).meta({ id: 'ChangeTierRequest' }),
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const dropChange = defineOperation({
  id: 'dropChange',
  method: 'delete',
  path: '/v1/me/subscription/change',
  summary: 'Withdraw a scheduled plan change; a scheduled cancellation stays',
  tag: TAG,
  access: 'account',
  problems: ['no_subscription', 'billing_unavailable'],
  success: subscriptionSchema,
  answers: { ...SUBSCRIPTION, ...CONFLICT },
})

export const createPortal = defineOperation({
  id: 'createPortal',
  method: 'post',
  path: '/v1/me/portal',
  summary: "Create a short-lived link to the billing provider's page for payment methods and invoices",
  tag: TAG,
  access: 'account',
  problems: ['no_billing_account', 'billing_unavailable'],
  success: portalSchema,
  answers: {
    200: { description: 'Where to send the browser', schema: portalSchema },
    404: { description: 'No billing account yet', schema: problemSchema },
  },
})

export const billingWebhook = defineOperation({
  id: 'billingWebhook',
  method: 'post',
  path: '/v1/webhooks/billing',
  summary: 'Receive an event of the billing provider',
  tag: 'Webhooks',
  access: 'public',
  problems: ['invalid_credentials'],
  limit: 'frequent',
  rawBody: {
    description: 'A signed event in the format of Stripe or Standard Webhooks',
    mediaType: 'application/json',
    kind: 'event',
  },
  success: receivedSchema,
  answers: {
    200: { description: 'The event was applied, or had been applied before', schema: receivedSchema },
    401: { description: 'The signature is missing, wrong or old', schema: problemSchema },
  },
})
