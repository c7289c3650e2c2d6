import { KEPT_DAYS } from '@/lib/accounts/api-keys/contract'
import { purgeFormerKeyUses } from '@/lib/accounts/api-keys/key-use-table'
import { purgeExpiredSessions } from '@/lib/accounts/sessions/session-table'
import { carryOverCorrections } from '@/lib/archive/corrections/carry-over-corrections'
import { indexOlderTexts } from '@/lib/archive/search-index/index-older-texts'
import { purgeExpiredRateLimits } from '@/lib/core/rate-limit/rate-limit-table'
import { purgeExpiredIdempotencyKeys } from '@/lib/http/idempotency/idempotency-table'
import { purgeChunks, purgeJobs } from '@/lib/jobs/end/ended-job-table'
import { mergeTallyChanges } from '@/lib/library/queries/tally-table'
import { purgeOrphanedTexts } from '@/lib/library/removal/purge-orphaned-texts'
import { purgeTrash } from '@/lib/library/trash/purge-trash'
import { purgeOldNotices } from '@/lib/notices/notice-table'
import { purgeExpiredFeeds } from '@/lib/podcasts/fetch/feed-cache-table'
import { purgeFormerSlugs } from '@/lib/publishing/former-slug'
import { purgeExpiredMemory } from '@/lib/sources/memory/source-memory'
import { purgeFormerRequestCounts } from '@/lib/sources/status/request-count-table'
import { purgeAbandonedUploads, purgeOldUploads, purgeUnownedFiles } from '@/lib/uploads/purge-uploads'
import { purgeFormerUsage } from '@/lib/usage/former-usage'
import { purgeWatchBatches } from '@/lib/watches/watch-table'
import { purgeExpiredDeliveries } from '@/lib/webhooks/delivery-table'
import { scheduled } from './client'

/** Every minute: library items that came and went are added to the counts. */
export const mergeTallyChangesEveryMinute = scheduled('merge-tally-changes', '* * * * *', { merge: mergeTallyChanges })

/** Every minute: texts that were stored without their words can be searched. */
export const indexOlderTextsEveryMinute = scheduled('index-older-texts', '* * * * *', { index: indexOlderTexts })

/** Every minute: corrections of texts that were stored anew are carried over, where the process that did so has not. */
export const carryOverCorrectionsEveryMinute = scheduled('carry-over-corrections', '* * * * *', {
  'carry over': () => carryOverCorrections(),
})

/** Every five minutes: deletes texts that are in no library. */
export const purgeLeftTextsEveryFiveMinutes = scheduled('purge-left-texts', '*/5 * * * *', {
  purge: () => purgeOrphanedTexts(),
})

/** Every hour: what is kept for a while only is deleted. */
export const purgeExpired = scheduled('purge-expired', '17 * * * *', {
  sources: purgeExpiredMemory,
  feeds: () => purgeExpiredFeeds(),
  'rate-limits': purgeExpiredRateLimits,
  'idempotency-keys': purgeExpiredIdempotencyKeys,
  sessions: purgeExpiredSessions,
  'api-keys': () => purgeFormerKeyUses(KEPT_DAYS),
  'former-usage': purgeFormerUsage,
  'webhook-deliveries': purgeExpiredDeliveries,
  'platform-requests': purgeFormerRequestCounts,
  chunks: purgeChunks,
  jobs: purgeJobs,
  trash: () => purgeTrash(),
  notices: purgeOldNotices,
  'watch-batches': () => purgeWatchBatches(),
  'former-slugs': () => purgeFormerSlugs(),
})

/** Every hour: targets that were never used and files that have been kept long enough are deleted. */
export const purgeUploads = scheduled('purge-uploads', '41 * * * *', {
  abandoned: () => purgeAbandonedUploads(),
  old: () => purgeOldUploads(),
})

/** Every night: files that belong to no upload are deleted. */
export const purgeUnownedFilesEveryNight = scheduled('purge-unowned-files', '23 4 * * *', {
  unowned: () => purgeUnownedFiles(),
})
