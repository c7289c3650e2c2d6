import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { replaceAllLostRuns } from '@/inngest/replace-lost-runs'
import { pool } from '@/lib/core/db/db'
import { runner } from '@/lib/durable/runner'
import type { Running } from '@/lib/durable/runner-type'
import { stopJobWork } from '@/lib/jobs/runs/while-job-runs'
import { SetupError } from '../setup/setup-error.mjs'

/** Throws with a sentence for people when the settings of the durable functions are half a set. */
export function checkExecutorSettings(): void {
  const { fault } = runner()
  if (fault !== null) throw new SetupError(fault)
}

/** Has the durable functions run. To be called when requests are answered, because an Inngest server calls immediately. */
export function startExecutor(): Promise<Running> {
  const parts = { stopWork: stopJobWork, replaceLostRuns: replaceAllLostRuns }
  return runner().start({ client: inngest, functions, pool: pool(), ...parts })
}
