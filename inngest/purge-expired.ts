import { KEPT_DAYS } from '@/lib/accounts/api-keys/contract'
import { purgeFormerKeyUses } from '@/lib/accounts/api-keys/key-use-table'
import { purgeExpiredSessions } from '@/lib/accounts/sessions/session-table'
import { purgeExpiredRateLimits } from '@/lib/core/rate-limit/rate-limit-table'
import { purgeExpiredIdempotencyKeys } from '@/lib/http/idempotency/idempotency-table'
import { purgeChunks, purgeJobs } from '@/lib/jobs/end/ended-job-table'
import { purgeTrash } from '@/lib/library/trash/purge-trash'
import { purgeOldNotices } from '@/lib/notices/notice-table'
import { purgeExpiredFeeds } from '@/lib/podcasts/fetch/feed-cache-table'
import { purgeFormerSlugs } from '@/lib/publishing/former-slug'
import { purgeExpiredMemory } from '@/lib/sources/memory/source-memory'
import { purgeFormerRequestCounts } from '@/lib/sources/status/request-count-table'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { purgeWatchBatches } from '@/lib/watches/watch-table'
import { purgeExpiredDeliveries } from '@/lib/webhooks/delivery-table'
import { inngest } from './client'

/** Every hour: what is kept for a while only is deleted. */
export const purgeExpired = inngest.createFunction(
  { id: 'purge-expired', retries: 1, triggers: { cron: '17 * * * *' } },
  async ({ step }) => {
    await step.run('sources', purgeExpiredMemory)
    await step.run('feeds', () => purgeExpiredFeeds())
    await step.run('rate-limits', purgeExpiredRateLimits)
    await step.run('idempotency-keys', purgeExpiredIdempotencyKeys)
    await step.run('sessions', purgeExpiredSessions)
    await step.run('api-keys', () => purgeFormerKeyUses(KEPT_DAYS))
    await step.run('former-usage', purgeFormerUsage)
    await step.run('webhook-deliveries', purgeExpiredDeliveries)
    await step.run('platform-requests', purgeFormerRequestCounts)
    await step.run('chunks', purgeChunks)
    await step.run('jobs', purgeJobs)
    await step.run('trash', () => purgeTrash())
    await step.run('notices', purgeOldNotices)
    await step.run('watch-batches', () => purgeWatchBatches())
    await step.run('former-slugs', () => purgeFormerSlugs())
  },
)
