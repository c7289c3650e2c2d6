import { purgeExpiredEvents } from '@/lib/billing/events/receive-event'
import { leaveFormerProvider, reconcileAccounts } from '@/lib/billing/subscription/reconcile'
import { inngest } from './client'

/** A run may have a thousand steps. */
const MAX_ROUNDS = 900

/** Every night: takes over what the billing provider grants each account, in case events were lost. */
export const reconcileBilling = inngest.createFunction(
  { id: 'reconcile-billing', retries: 3, triggers: { cron: '41 3 * * *' } },
  async ({ step }) => {
    await step.run('leave-former-provider', leaveFormerProvider)
    let after: string | null = null
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const from: string | null = after
      after = await step.run(`reconcile-${round}`, () => reconcileAccounts(from))
      if (after === null) break
    }
    await step.run('purge-events', purgeExpiredEvents)
  },
)
