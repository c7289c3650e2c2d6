import { leaveFormerProvider } from '@/lib/billing/leave-former-provider'
import { purgeExpiredEvents } from '@/lib/billing/purge-expired-events'
import { reconcileAccounts } from '@/lib/billing/reconcile-accounts'
import { inngest } from './client'

/** A run may have a thousand steps. */
const MOST_ROUNDS = 900

/** Every night: what everybody has is what the billing provider grants, whatever became of its events. */
export const reconcileBilling = inngest.createFunction(
  { id: 'reconcile-billing', retries: 3, triggers: { cron: '41 3 * * *' } },
  async ({ step }) => {
    await step.run('leave-former-provider', leaveFormerProvider)
    let after: string | null = null
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const from: string | null = after
      after = await step.run(`reconcile-${round}`, () => reconcileAccounts(from))
      if (after === null) break
    }
    await step.run('forget-events', purgeExpiredEvents)
  },
)
