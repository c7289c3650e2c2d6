import { Problem } from '@/lib/platform/problem'
import { hasProvider } from './billing-mode'

/** Throws `billing_unavailable` where nobody takes money on this server. */
export function requireProvider(): void {
  if (hasProvider()) return
  throw new Problem('billing_unavailable', {
    detail: 'Billing is not set up on this server, so no plan can be bought here. Ask whoever runs it.',
    context: { retryable: false },
  })
}
