import type { PaymentState } from './contract'

/** What the provider grants a customer at a moment. Of somebody without a subscription: free, and nothing else. */
export type Snapshot = {
  subscriptionId: string | null
  tier: string
  cancelAtPeriodEnd: boolean
  /** The period that is paid for; null without a tier of its own. */
  period: { start: Date; end: Date } | null
  pendingTier: string | null
  pendingChangeAt: Date | null
  paymentState: PaymentState | null
  /** Where what is owed can be paid. */
  paymentUrl: string | null
}
