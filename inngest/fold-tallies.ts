import { indexOlderTexts } from '@/lib/archive/index-older-texts'
import { foldTallies } from '@/lib/history/fold-tallies'
import { inngest } from './client'

/** Every minute: what has come into histories and gone from them is counted in, and what could not be searched yet can. */
export const foldTalliesEveryMinute = inngest.createFunction(
  { id: 'fold-tallies', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => {
    await step.run('fold', foldTallies)
    await step.run('index', indexOlderTexts)
  },
)
