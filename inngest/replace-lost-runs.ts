import { replaceLostRuns } from '@/lib/durable/work'
import { IMPORT_RECOVERY } from '@/lib/imports/import-run'
import { endLateJobs, JOB_RECOVERY } from '@/lib/jobs/runs/recover-jobs'
import { DOWNLOAD_RECOVERY } from '@/lib/speech/downloads/download-run'
import { DELIVERY_RECOVERY } from '@/lib/webhooks/recover-deliveries'
import { scheduled } from './client'

/** Resumes or ends open work whose run is lost, by kind. Several callers at the same time do no harm. */
const SWEEPS = {
  late: endLateJobs,
  jobs: () => replaceLostRuns(JOB_RECOVERY),
  imports: () => replaceLostRuns(IMPORT_RECOVERY),
  deliveries: () => replaceLostRuns(DELIVERY_RECOVERY),
  downloads: () => replaceLostRuns(DOWNLOAD_RECOVERY),
}

/** Resumes or ends all of it. */
export async function replaceAllLostRuns(): Promise<void> {
  for (const sweep of Object.values(SWEEPS)) await sweep()
}

/** Every five minutes: work whose run is lost is resumed or ended. */
export const replaceLostRunsEveryFiveMinutes = scheduled('replace-lost-runs', '*/5 * * * *', SWEEPS)
