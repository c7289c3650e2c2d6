import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { startRelay } from '@/lib/durable/relay/start-relay'
import { serveFunctions } from '@/lib/durable/serve-functions'
import { startExecutor as startEmbedded } from '@/lib/durable/start-executor'
import { pool } from '@/lib/platform/db'
import { SetupError } from './setup/setup-error.mjs'

/** Most runs wait for a turn, a download or another machine; what the machine can bear is decided in lib/jobs/in-turn.ts. */
const SLOTS = 200

/** What sees to it that durable functions run, until it is stopped. */
type Running = { stop: (limitMs?: number) => Promise<void> }

/** What runs the durable functions. Throws with a sentence for people when the settings are half a set. */
export function clearMode() {
  const mode = inngestMode()
  if (mode.kind === 'refused') throw new SetupError(mode.reason)
  return mode
}

/**
 * Sees to it that the durable functions run: the embedded executor or, where the settings name an Inngest server, the
 * relay that sends it the events. Throws with a sentence for people when the settings are half a set.
 */
export async function startExecutor(): Promise<Running> {
  const mode = clearMode()
  if (mode.kind !== 'embedded') return startRelay({ pool: pool(), server: mode.server })
  return startEmbedded({ pool: pool(), handler: serveFunctions({ client: inngest, functions }), slots: SLOTS })
}
