import { forgetAbandonedUploads, removeOldUploads, removeUnownedFiles } from '@/lib/uploads/sweep-uploads'
import { inngest } from './client'

/** Every hour: targets that were never used go, and files that have been kept long enough. */
export const sweepUploads = inngest.createFunction(
  { id: 'sweep-uploads', retries: 1, triggers: { cron: '41 * * * *' } },
  async ({ step }) => {
    await step.run('abandoned', () => forgetAbandonedUploads())
    await step.run('old', () => removeOldUploads())
  },
)

/** Every night: files that belong to nothing any more go. */
export const sweepStore = inngest.createFunction(
  { id: 'sweep-store', retries: 1, triggers: { cron: '23 4 * * *' } },
  async ({ step }) => step.run('unowned', () => removeUnownedFiles()),
)
