import { inngestMode } from '@/lib/durable/inngest-mode'
import { resumeImports } from '@/lib/imports/resume-imports'
import { endStrandedJobs } from '@/lib/jobs/end-stranded-jobs'
import { resumeDeliveries } from '@/lib/webhooks/resume-deliveries'

/** Whatever is not over though nobody works on it any more, a verb each; done by several at once, they do no more. */
export const replaceLostRuns = {
  jobs: () => endStrandedJobs(inngestMode().kind === 'embedded'),
  imports: () => resumeImports(inngestMode().kind === 'embedded'),
  deliveries: () => resumeDeliveries(),
}
