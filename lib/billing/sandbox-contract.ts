import { z } from 'zod'
import { defineOperation } from '@/lib/platform/operation'
import { problemSchema } from '@/lib/platform/problem-schema'
import { nameField, textField } from '@/lib/platform/text-field'

const TAG = 'Billing sandbox'
const GONE = { 404: { description: 'There is no such thing, or no sandbox', schema: problemSchema } }

/** What a person tries on the checkout page. `confirm` is what they say to their bank after `authenticate`. */
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
  summary: 'Pay on the checkout page of the billing sandbox, with play money',
  tag: TAG,
  access: 'account',
  params: z.object({ session_id: nameField() }),
  body: z
    .object({ step: z.enum(CHECKOUT_STEPS), promotion_code: textField(40).nullish() })
    .meta({ id: 'SandboxCheckoutStep' }),
  success: checkoutOutcomeSchema,
  answers: {
    200: {
      description: 'What came of it, and where the browser goes when it is complete',
      schema: checkoutOutcomeSchema,
    },
    ...GONE,
    410: { description: 'This checkout is over', schema: problemSchema },
  },
})

export const SANDBOX_ACTIONS = ['advance', 'pay', 'card_pays', 'card_declines', 'card_authenticates'] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

const doneSchema = z.object({ done: z.literal(true) }).meta({ id: 'SandboxDone' })
const DONE = { 200: { description: 'It has happened', schema: doneSchema }, ...GONE }

export const actInSandbox = defineOperation({
  id: 'actInSandbox',
  method: 'post',
  path: '/v1/sandbox/actions',
  summary: 'Let time pass to the end of the period, pay what is owed, or change what the card does',
  tag: TAG,
  access: 'account',
  body: z.object({ action: z.enum(SANDBOX_ACTIONS) }).meta({ id: 'SandboxActionRequest' }),
  success: doneSchema,
  answers: { ...DONE, 409: { description: 'There is no subscription', schema: problemSchema } },
})

export const setGrantAside = defineOperation({
  id: 'setGrantAsideInSandbox',
  method: 'delete',
  path: '/v1/sandbox/grant',
  summary: "Put this machine's own account on the free plan, until you start over, to try what plans do",
  tag: TAG,
  access: 'account',
  success: doneSchema,
  answers: DONE,
})

export const startOver = defineOperation({
  id: 'startOverInSandbox',
  method: 'delete',
  path: '/v1/sandbox/account',
  summary: "Delete everything that was bought in the sandbox; this machine's own account gets its plan back",
  tag: TAG,
  access: 'account',
  success: doneSchema,
  answers: DONE,
})
