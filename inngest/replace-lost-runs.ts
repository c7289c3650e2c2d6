import { inngestMode } from '@/lib/durable/inngest-mode'
import { resumeImports } from '@/lib/imports/resume-imports'
import { endStrandedJobs } from '@/lib/jobs/runs/end-stranded-jobs'
import { resumeLostDownloads } from '@/lib/speech/downloads/download-run'
import { resumeDeliveries } from '@/lib/webhooks/resume-deliveries'
import { inngest } from './client'

/** Resumes or ends open work without a run, by kind. Several callers at the same time do no harm. */
export const replaceLostRuns = {
  jobs: () => endStrandedJobs(inngestMode().kind === 'embedded'),
  imports: () => resumeImports(inngestMode().kind === 'embedded'),
  deliveries: () => resumeDeliveries(),
  downloads: () => resumeLostDownloads(),
}

/** Every five minutes: jobs, imports, messages and downloads of models whose run is lost are resumed or ended. */
export const replaceLostRunsEveryFiveMinutes = inngest.createFunction(
  { id: 'replace-lost-runs', retries: 1, triggers: { cron: '*/5 * * * *' } },
  async ({ step }) => {
    await step.run('jobs', replaceLostRuns.jobs)
    await step.run('imports', replaceLostRuns.imports)
    await step.run('deliveries', replaceLostRuns.deliveries)
    await step.run('downloads', replaceLostRuns.downloads)
  },
)
