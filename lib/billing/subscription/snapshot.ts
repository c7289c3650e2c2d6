import type { PaymentState } from '../contract'

/** What the provider says of a customer at a moment. Of somebody without a subscription: nothing is paid for. */
export type Snapshot = {
  subscriptionId: string | null
  /** The tier that is paid for; null: none. */
  paidTier: string | null
  cancelAtPeriodEnd: boolean
  /** The period that is paid for; null without a tier of its own. */
  period: { start: Date; end: Date } | null
  pendingTier: string | null
  pendingChangeAt: Date | null
  paymentState: PaymentState | null
  /** Where what is owed can be paid. */
  paymentUrl: string | null
}
