import type { Runner } from './runner-type'
import { embeddedClientOptions } from './sdk/client-options'
import { refuseCall } from './sdk/refuse-call'
import { serveFunctions } from './sdk/serve-functions'
import { startExecutor } from './start-executor'

/** Most runs wait for a slot, a download or a remote engine; lib/jobs/runs/with-slot.ts limits the work. */
const SLOTS = 200

/** Runs the functions in this process. Its endpoint is a 404, because only this process may call them. */
export const embeddedRunner: Runner = {
  kind: 'embedded',
  fault: null,
  clientOptions: embeddedClientOptions,
  endpoint: () => async () => refuseCall('not_found'),
  start: ({ pool, stopWork, client, functions }) => {
    const handler = serveFunctions({ client, functions })
    return startExecutor({ pool, handler, slots: SLOTS, onLost: () => void stopWork(0) })
  },
  health: () => null,
  hasRunsHere: true,
  callsOnce: true,
  mayWait: true,
  // The stopped executor accepts no result, so nothing counts against the step, and the next process repeats it.
  afterStop: () => new Promise<never>(() => undefined),
}
