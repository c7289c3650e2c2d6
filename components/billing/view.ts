import type { Plans, Subscription } from '@/lib/billing/contract'

/** What the billing page shows: the account's plan and everything that can be done about it. */
export type BillingView = {
  subscription: Subscription
  plans: Plans
  limits: Readonly<Record<string, number>>
  resetsAt: string
  isSubscribed: boolean
  hasAccount: boolean
  paymentUrl: string | null
  mode: 'stripe' | 'sandbox' | 'none' | 'off'
}
