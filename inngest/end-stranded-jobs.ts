import { inngestMode } from '@/lib/durable/inngest-mode'
import { sweepLeftTexts } from '@/lib/history/sweep-left-texts'
import { resumeImports } from '@/lib/imports/resume-imports'
import { endStrandedJobs } from '@/lib/jobs/end-stranded-jobs'
import { inngest } from './client'

/** Every five minutes: no job and no import stays open that nobody works on any more, and no text stays that nobody has. */
export const endStranded = inngest.createFunction(
  { id: 'end-stranded-jobs', retries: 1, triggers: { cron: '*/5 * * * *' } },
  async ({ step }) => {
    const embedded = inngestMode().kind === 'embedded'
    await step.run('end', () => endStrandedJobs(embedded))
    if (embedded) await step.run('imports', () => resumeImports())
    await step.run('left-texts', () => sweepLeftTexts())
  },
)
