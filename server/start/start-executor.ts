import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { watchLostRuns } from '@/inngest/watch-lost-runs'
import { pool } from '@/lib/core/db/db'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { registerFunctions } from '@/lib/durable/relay/register-functions'
import { startRelay } from '@/lib/durable/relay/start-relay'
import { functionsEndpoint } from '@/lib/durable/sdk/functions-endpoint'
import { serveFunctions } from '@/lib/durable/sdk/serve-functions'
import { startExecutor as startEmbedded } from '@/lib/durable/start-executor'
import { stopJobWork } from '@/lib/jobs/runs/while-job-runs'
import { SetupError } from '../setup/setup-error.mjs'

/** Most runs wait for a slot, a download or a remote engine; lib/jobs/runs/with-slot.ts limits the work. */
const SLOTS = 200

/** What sees to it that durable functions run, until it is stopped. */
export type Running = { stop: (limitMs?: number) => Promise<unknown> }

/** What runs the durable functions. Throws with a sentence for people when the settings are half a set. */
export function checkExecutorSettings() {
  const mode = inngestMode()
  if (mode.kind === 'refused') throw new SetupError(mode.reason)
  return mode
}

/**
 * Sees to it that the durable functions run: the embedded executor or, where the settings name an Inngest server, the
 * relay that tells it which there are and sends it the events. To be called when requests are answered: the server
 * calls at once. Throws with a sentence for people when the settings are half a set.
 */
export async function startExecutor(): Promise<Running> {
  const mode = checkExecutorSettings()
  if (mode.kind !== 'embedded') {
    const endpoint = functionsEndpoint({ client: inngest, functions })
    const register = () => registerFunctions(endpoint)
    const relay = await startRelay({ pool: pool(), server: mode.server, register })
    const stopWatching = watchLostRuns()
    // Running calls are ended at once, so that the server gets their results while requests are still served.
    const stop = (limitMs?: number) => Promise.all([stopJobWork(limitMs ?? 0), stopWatching(), relay.stop(limitMs)])
    return { stop }
  }
  return startEmbedded({ pool: pool(), handler: serveFunctions({ client: inngest, functions }), slots: SLOTS })
}
