import { env } from '@/lib/core/env'
import { inngestRunner } from './inngest-runner'
import { readInngestSettings } from './inngest-settings'
import type { Runner } from './runner-type'
import { embeddedClientOptions } from './sdk/client-options'
import { refuseCall } from './sdk/refuse-call'
import { serveFunctions } from './sdk/serve-functions'
import { startExecutor } from './start-executor'

/** The functions beside jobs, each with a limit, never need more. */
export const SLOTS_BESIDE_JOBS = 100

/** Runs the functions in this process. Its endpoint is a 404, because only this process may call them. */
const embeddedRunner: Runner = {
  kind: 'embedded',
  fault: null,
  clientOptions: embeddedClientOptions,
  endpoint: () => async () => refuseCall('not_found'),
  start: ({ pool, stopWork, client, functions }) => {
    const handler = serveFunctions({ client, functions })
    return startExecutor({
      pool,
      handler,
      slots: env().JOBS_AT_A_TIME + SLOTS_BESIDE_JOBS,
      onLost: () => void stopWork(0),
    })
  },
  health: () => null,
  hasRunsHere: true,
  callsOnce: true,
  mayWait: true,
  // The stopped executor accepts no result, so nothing counts against the step, and the next process repeats it.
  afterStop: () => new Promise<never>(() => undefined),
}

/**
 * The runner that the `INNGEST_` settings name. With refused settings it is the embedded one, so that modules load, but it
 * serves nothing, and `fault` ends the start.
 */
export function runner(settings: Readonly<Record<string, string | undefined>> = process.env): Runner {
  const read = readInngestSettings(settings)
  if (read.kind === 'embedded') return embeddedRunner
  if (read.kind !== 'refused') return inngestRunner(read.kind, read.server)
  return {
    ...embeddedRunner,
    fault: read.reason,
    endpoint: () => async () => refuseCall('internal_error', read.reason),
  }
}
