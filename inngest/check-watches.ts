import { runner } from '@/lib/durable/runner'
import { JobWorkStopped, untilShutdown } from '@/lib/jobs/runs/while-job-runs'
import { checkDueWatches } from '@/lib/watches/check/check-due-watches'
import { checkWatch } from '@/lib/watches/check/check-watch'
import { WATCH_DUE } from '@/lib/watches/create-watch'
import { claimWatch } from '@/lib/watches/watch-table'
import { inngest, trigger } from './client'

/** Checks for users run at the same time up to this number. */
const AT_A_TIME = 4

/** Work of a step; at shutdown it is left to the next process, which finds what is due. */
async function work(verb: (stopped: AbortSignal) => Promise<void>): Promise<void> {
  try {
    await untilShutdown(verb)
  } catch (error) {
    if (!(error instanceof JobWorkStopped)) throw error
    await runner().afterStop(undefined)
  }
}

/** Every minute: watches that are due are checked, by one run at a time. */
export const checkDueWatchesEveryMinute = inngest.createFunction(
  { id: 'check-due-watches', retries: 0, triggers: { cron: '* * * * *' }, concurrency: { limit: 1 } },
  async ({ step }) => step.run('check', () => work(checkDueWatches)),
)

/** Checks one watch now: it is new, its user requested it, or its server announced something new. */
export const checkWatchNow = inngest.createFunction(
  { id: 'check-watch', retries: 2, triggers: trigger(WATCH_DUE), concurrency: { limit: AT_A_TIME } },
  async ({ event, step }) => {
    const { watchId } = event.data
    await step.run('check', () =>
      work(async (stopped) => {
        if (await claimWatch(watchId)) await checkWatch(watchId, stopped)
      }),
    )
  },
)
