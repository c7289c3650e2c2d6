import { removeCustomer } from '@/lib/billing/remove-customer'

/**
 * What has to be settled with somebody else before an account may go, such as a subscription at the billing provider. Done
 * again, it does nothing more. What it throws keeps the account as it is.
 */
export type Obligation = (userId: string) => Promise<void>

/** Settled in this order. */
export const OBLIGATIONS: readonly Obligation[] = [removeCustomer]
