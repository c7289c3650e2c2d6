import { runner } from '@/lib/durable/runner'
import { passOn, replaceLostRun } from '@/lib/durable/work'
import { JobWorkStopped, untilShutdown } from '@/lib/jobs/runs/while-job-runs'
import {
  DOWNLOAD_RECOVERY,
  DOWNLOAD_REQUESTED,
  type DownloadRun,
  downloadId,
} from '@/lib/speech/downloads/download-run'
import { type DownloadOutcome, performDownload } from '@/lib/speech/downloads/perform-download'
import { inngest, trigger } from './client'

/** Two steps each, of the thousand that a run may have. */
const MAX_ATTEMPTS = 400
/** The wait after a stop of this process; another process may be ready sooner. */
const STOPPED_AGAIN_SECONDS = 15
/** Until the machine that the model is for may have its turn. */
const ELSEWHERE_AGAIN_SECONDS = 2

/** One attempt. A shutdown does not count as a failure: the next process continues. */
async function attempt(run: DownloadRun): Promise<DownloadOutcome> {
  try {
    return await untilShutdown((stopped) => performDownload(run, stopped))
  } catch (error) {
    if (!(error instanceof JobWorkStopped)) throw error
    return runner().afterStop({ againSeconds: STOPPED_AGAIN_SECONDS })
  }
}

/** Downloads of all machines. */
const AT_A_TIME = 10

/** The download of a speech model, which continues where it was after a restart, a lost connection or a busy server. */
export const downloadModel = inngest.createFunction(
  {
    id: DOWNLOAD_RECOVERY.functionId,
    retries: 4,
    triggers: trigger(DOWNLOAD_REQUESTED),
    concurrency: { limit: AT_A_TIME },
    onFailure: async ({ event, step }) => {
      const of: DownloadRun = event.data.event.data
      await step.run('replace', () => replaceLostRun(DOWNLOAD_RECOVERY, { id: downloadId(of), run: of.run }))
    },
  },
  async ({ event, step }) => {
    const { machineId, name, run } = event.data
    const of = { machineId, name, run }
    for (let number = 0; number < MAX_ATTEMPTS; number++) {
      const outcome = await step.run(`attempt-${number}`, () => attempt(of))
      if (outcome === 'over') return
      const seconds = outcome === 'elsewhere' ? ELSEWHERE_AGAIN_SECONDS : outcome.againSeconds
      if (seconds > 0) await step.sleep(`wait-${number}`, seconds * 1000)
    }
    await step.run('pass-on', () => passOn(DOWNLOAD_RECOVERY, { id: downloadId(of), run }))
  },
)
