import { purgeAbandonedUploads, purgeOldUploads, purgeUnownedFiles } from '@/lib/uploads/purge-uploads'
import { inngest } from './client'

/** Every hour: targets that were never used and files that have been kept long enough are deleted. */
export const purgeUploads = inngest.createFunction(
  { id: 'purge-uploads', retries: 1, triggers: { cron: '41 * * * *' } },
  async ({ step }) => {
    await step.run('abandoned', () => purgeAbandonedUploads())
    await step.run('old', () => purgeOldUploads())
  },
)

/** Every night: files that belong to no upload are deleted. */
export const purgeUnownedFilesEveryNight = inngest.createFunction(
  { id: 'purge-unowned-files', retries: 1, triggers: { cron: '23 4 * * *' } },
  async ({ step }) => step.run('unowned', () => purgeUnownedFiles()),
)
