import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'
import { nameField, textField } from '@/lib/core/operations/text-field'
import { problemSchema } from '@/lib/core/problem/problem-schema'

const TAG = 'Billing sandbox'
const GONE = { 404: { description: 'Not found, or the sandbox is disabled', schema: problemSchema } }

/** The steps of the checkout page. `confirm` is the customer's confirmation to the bank after `authenticate`. */
export const CHECKOUT_STEPS = ['pay', 'decline', 'authenticate', 'confirm'] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

export const checkoutOutcomeSchema = z
  .object({ status: z.enum(['complete', 'declined', 'requires_action']), url: z.string().nullable() })
  .meta({ id: 'SandboxCheckoutOutcome' })
export type CheckoutOutcome = z.infer<typeof checkoutOutcomeSchema>

export const completeCheckout = defineOperation({
  id: 'settleSandboxCheckout',
  method: 'post',
  path: '/v1/sandbox/checkout/{session_id}',
  summary: 'Pay on the checkout page of the billing sandbox with test money',
  tag: TAG,
  access: 'account',
  problems: ['not_found', 'expired', 'no_billing_account'],
  params: z.object({ session_id: nameField() }),
  body: z
    .object({ step: z.enum(CHECKOUT_STEPS), promotion_code: textField(40).nullish() })
    .meta({ id: 'SandboxCheckoutStep' }),
  success: checkoutOutcomeSchema,
  answers: {
    200: {
      description: 'The result, and where the browser goes when the checkout is complete',
      schema: checkoutOutcomeSchema,
    },
    ...GONE,
    410: { description: 'This checkout has ended', schema: problemSchema },
  },
})

export const SANDBOX_ACTIONS = ['advance', 'pay', 'card_pays', 'card_declines', 'card_authenticates'] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

const doneSchema = z.object({ done: z.literal(true) }).meta({ id: 'SandboxDone' })
const DONE = { 200: { description: 'Done', schema: doneSchema }, ...GONE }

export const actInSandbox = defineOperation({
  id: 'actInSandbox',
  method: 'post',
  path: '/v1/sandbox/actions',
  summary: 'Advance to the end of the period, pay the open invoice, or change the behaviour of the card',
  tag: TAG,
  access: 'account',
  problems: ['not_found', 'no_billing_account', 'no_subscription'],
  body: z.object({ action: z.enum(SANDBOX_ACTIONS) }).meta({ id: 'SandboxActionRequest' }),
  success: doneSchema,
  answers: { ...DONE, 409: { description: 'No subscription', schema: problemSchema } },
})

export const setGrantAside = defineOperation({
  id: 'setGrantAsideInSandbox',
  method: 'delete',
  path: '/v1/sandbox/grant',
  summary: "Move this machine's own account to the free plan until you reset the sandbox",
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  success: doneSchema,
  answers: DONE,
})

export const startOver = defineOperation({
  id: 'startOverInSandbox',
  method: 'delete',
  path: '/v1/sandbox/account',
  summary: "Reset the sandbox: delete all purchases and restore the plan of this machine's own account",
  tag: TAG,
  access: 'account',
  problems: ['not_found'],
  success: doneSchema,
  answers: DONE,
})
