import { inngestMode } from '@/lib/durable/inngest-mode'
import { endStrandedJobs } from '@/lib/jobs/end-stranded-jobs'
import { inngest } from './client'

/** Every five minutes: no job stays open that nobody works on any more. */
export const endStranded = inngest.createFunction(
  { id: 'end-stranded-jobs', retries: 1, triggers: { cron: '*/5 * * * *' } },
  async ({ step }) => step.run('end', () => endStrandedJobs(inngestMode().kind === 'embedded')),
)
