import { forgetExpired } from '@/lib/sources/forget-expired'
import { inngest } from './client'

/** Every hour: what was remembered of sources for a while is forgotten. */
export const forgetSources = inngest.createFunction(
  { id: 'forget-sources', triggers: { cron: '17 * * * *' } },
  async ({ step }) => step.run('forget', forgetExpired),
)
