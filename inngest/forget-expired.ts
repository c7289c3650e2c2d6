import { forgetIdempotencyKeys } from '@/lib/platform/forget-idempotency-keys'
import { forgetRateLimits } from '@/lib/platform/rate-limit/forget-rate-limits'
import { forgetFeeds } from '@/lib/podcasts/forget-feeds'
import { purgeFormerSlugs } from '@/lib/publishing/former-slug'
import { forgetSessions } from '@/lib/sessions/forget-sessions'
import { forgetExpired as forgetSources } from '@/lib/sources/forget-expired'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { forgetDeliveries } from '@/lib/webhooks/forget-deliveries'
import { inngest } from './client'

/** Every hour: what was kept for a while only goes. */
export const forgetExpired = inngest.createFunction(
  { id: 'forget-expired', retries: 1, triggers: { cron: '17 * * * *' } },
  async ({ step }) => {
    await step.run('sources', forgetSources)
    await step.run('feeds', () => forgetFeeds())
    await step.run('rate-limits', forgetRateLimits)
    await step.run('idempotency-keys', forgetIdempotencyKeys)
    await step.run('sessions', forgetSessions)
    await step.run('former-usage', purgeFormerUsage)
    await step.run('webhook-deliveries', forgetDeliveries)
    await step.run('former-slugs', () => purgeFormerSlugs())
  },
)
