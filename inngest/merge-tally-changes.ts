import { indexOlderTexts } from '@/lib/archive/index-older-texts'
import { mergeTallyChanges } from '@/lib/library/merge-tally-changes'
import { inngest } from './client'

/** Every minute: what has come into histories and gone from them is counted in, and what could not be searched yet can. */
export const mergeTallyChangesEveryMinute = inngest.createFunction(
  { id: 'fold-tallies', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => {
    await step.run('fold', mergeTallyChanges)
    await step.run('index', indexOlderTexts)
  },
)
