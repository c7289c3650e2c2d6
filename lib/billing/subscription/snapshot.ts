import type { PaymentState } from '../contract'

/** The state of a customer at the provider at a moment. Without a subscription nothing is paid for. */
export type Snapshot = {
  subscriptionId: string | null
  /** The tier that is paid for; null: none. */
  paidTier: string | null
  cancelAtPeriodEnd: boolean
  /** The paid period; null without a paid tier. */
  period: { start: Date; end: Date } | null
  pendingTier: string | null
  pendingChangeAt: Date | null
  paymentState: PaymentState | null
  /** The URL on which an open invoice can be paid. */
  paymentUrl: string | null
}
