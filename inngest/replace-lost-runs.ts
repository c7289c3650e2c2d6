import { runner } from '@/lib/durable/runner'
import { resumeImports } from '@/lib/imports/resume-imports'
import { endStrandedJobs } from '@/lib/jobs/runs/end-stranded-jobs'
import { resumeLostDownloads } from '@/lib/speech/downloads/download-run'
import { resumeDeliveries } from '@/lib/webhooks/resume-deliveries'
import { inngest } from './client'

/** Resumes or ends open work without a run, by kind. Several callers at the same time do no harm. */
const replaceLostRuns = {
  jobs: () => endStrandedJobs(runner().hasRunsHere),
  imports: () => resumeImports(runner().hasRunsHere),
  deliveries: () => resumeDeliveries(),
  downloads: () => resumeLostDownloads(),
}

/** Resumes or ends all of it. */
export async function replaceAllLostRuns(): Promise<void> {
  for (const replace of Object.values(replaceLostRuns)) await replace()
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
