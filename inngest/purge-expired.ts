import { purgeExpiredIdempotencyKeys } from '@/lib/platform/purge-expired-idempotency-keys'
import { purgeExpiredRateLimits } from '@/lib/platform/rate-limit/purge-expired-rate-limits'
import { purgeExpiredFeeds } from '@/lib/podcasts/purge-expired-feeds'
import { purgeFormerSlugs } from '@/lib/publishing/former-slug'
import { purgeExpiredSessions } from '@/lib/sessions/purge-expired-sessions'
import { purgeExpiredMemory as forgetSources } from '@/lib/sources/purge-expired-memory'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { purgeExpiredDeliveries } from '@/lib/webhooks/purge-expired-deliveries'
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
