import { foldTallies } from '@/lib/history/fold-tallies'
import { inngest } from './client'

/** Every minute: what has come into histories and gone from them is counted in. */
export const foldTalliesEveryMinute = inngest.createFunction(
  { id: 'fold-tallies', retries: 1, triggers: { cron: '* * * * *' } },
  async ({ step }) => step.run('fold', foldTallies),
)
