import { purgeLeftTexts } from '@/lib/library/purge-left-texts'
import { inngest } from './client'
import { replaceLostRuns } from './replace-lost-runs'

/** Every five minutes: nothing stays open that nobody works on any more, and no text stays that nobody has. */
export const endStranded = inngest.createFunction(
  { id: 'end-stranded-jobs', retries: 1, triggers: { cron: '*/5 * * * *' } },
  async ({ step }) => {
    await step.run('end', replaceLostRuns.jobs)
    await step.run('imports', replaceLostRuns.imports)
    await step.run('deliveries', replaceLostRuns.deliveries)
    await step.run('left-texts', () => purgeLeftTexts())
  },
)
