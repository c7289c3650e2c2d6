import { purgeExpiredIdempotencyKeys } from '@/lib/platform/forget-idempotency-keys'
import { purgeExpiredRateLimits } from '@/lib/platform/rate-limit/forget-rate-limits'
import { purgeExpiredFeeds } from '@/lib/podcasts/forget-feeds'
import { purgeFormerSlugs } from '@/lib/publishing/former-slug'
import { purgeExpiredSessions } from '@/lib/sessions/forget-sessions'
import { purgeExpiredMemory as forgetSources } from '@/lib/sources/forget-expired'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { purgeExpiredDeliveries } from '@/lib/webhooks/forget-deliveries'
import { inngest } from './client'

/** Every hour: what was kept for a while only goes. */
export const purgeExpired = inngest.createFunction(
  { id: 'forget-expired', retries: 1, triggers: { cron: '17 * * * *' } },
  async ({ step }) => {
    await step.run('sources', forgetSources)
    await step.run('feeds', () => purgeExpiredFeeds())
    await step.run('rate-limits', purgeExpiredRateLimits)
    await step.run('idempotency-keys', purgeExpiredIdempotencyKeys)
    await step.run('sessions', purgeExpiredSessions)
    await step.run('former-usage', purgeFormerUsage)
    await step.run('webhook-deliveries', purgeExpiredDeliveries)
    await step.run('former-slugs', () => purgeFormerSlugs())
  },
)
