import type { Plans, Subscription } from '../contract'

/**
 * The billing provider. `stripe` and `sandbox` are one provider with two back ends; with `none` there are plans and
 * allowances but no purchases; with `off` usage is not counted.
 */
export type BillingMode = 'stripe' | 'sandbox' | 'none' | 'off'

/** The content of the page of the plan. */
export type BillingView = {
  subscription: Subscription
  plans: Plans
  /** Seconds a period, by tier. */
  limits: Readonly<Record<string, number>>
  /** When the allowance is whole again, ISO 8601. */
  resetsAt: string
  /** There is a subscription at the provider. */
  isSubscribed: boolean
  /** The plan that the operator gave, which no subscription takes away. */
  grantedTier: string
  /** The account is this machine's own: in the sandbox it can be put on the free plan, to try what plans do. */
  isLocal: boolean
  /** There is a customer, with cards and invoices to look at. */
  hasAccount: boolean
  /** The URL on which an open invoice can be paid. */
  paymentUrl: string | null
  mode: BillingMode
  /** Minutes are not limited: there is nothing to buy. */
  isUnlimited: boolean
}

/** The allowance as the front page shows it. */
export type UsageLine = {
  usedSeconds: number
  limitSeconds: number
  /** The seconds that are neither used nor reserved; null where minutes are not limited. */
  remainingSeconds: number | null
  /** When the allowance is whole again, ISO 8601. */
  resetsAt: string
}
