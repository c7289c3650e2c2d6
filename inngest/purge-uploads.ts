import { purgeAbandonedUploads, purgeOldUploads, purgeUnownedFiles } from '@/lib/uploads/purge-uploads'
import { inngest } from './client'

/** Every hour: targets that were never used go, and files that have been kept long enough. */
export const purgeUploads = inngest.createFunction(
  { id: 'sweep-uploads', retries: 1, triggers: { cron: '41 * * * *' } },
  async ({ step }) => {
    await step.run('abandoned', () => purgeAbandonedUploads())
    await step.run('old', () => purgeOldUploads())
  },
)

/** Every night: files that belong to nothing any more go. */
export const purgeStore = inngest.createFunction(
  { id: 'sweep-store', retries: 1, triggers: { cron: '23 4 * * *' } },
  async ({ step }) => step.run('unowned', () => purgeUnownedFiles()),
)
