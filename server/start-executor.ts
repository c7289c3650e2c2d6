import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { functionsEndpoint } from '@/lib/durable/functions-endpoint'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { registerFunctions } from '@/lib/durable/relay/register-functions'
import { startRelay } from '@/lib/durable/relay/start-relay'
import { serveFunctions } from '@/lib/durable/serve-functions'
import { startExecutor as startEmbedded } from '@/lib/durable/start-executor'
import { pool } from '@/lib/platform/db'
import { SetupError } from './setup/setup-error.mjs'

/** Most runs wait for a turn, a download or another machine; what the machine can bear is decided in lib/jobs/in-turn.ts. */
const SLOTS = 200

/** What sees to it that durable functions run, until it is stopped. */
export type Running = { stop: (limitMs?: number) => Promise<void> }

/** What runs the durable functions. Throws with a sentence for people when the settings are half a set. */
export function clearMode() {
  const mode = inngestMode()
  if (mode.kind === 'refused') throw new SetupError(mode.reason)
  return mode
}

/**
 * Sees to it that the durable functions run: the embedded executor or, where the settings name an Inngest server, the
 * relay that tells it which there are and sends it the events. To be called when requests are answered: the server calls
 * at once. Throws with a sentence for people when the settings are half a set.
 */
export async function startExecutor(): Promise<Running> {
  const mode = clearMode()
  if (mode.kind !== 'embedded') {
    const endpoint = functionsEndpoint({ client: inngest, functions })
    return startRelay({ pool: pool(), server: mode.server, register: () => registerFunctions(endpoint) })
  }
  return startEmbedded({ pool: pool(), handler: serveFunctions({ client: inngest, functions }), slots: SLOTS })
}
