import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import { embeddedClientOptions } from '../embedded-client-options'
import { type Executor, startExecutor } from '../start-executor'
import { conformanceFunctions } from './functions'
import { type Calls, recordCalls } from './record-calls'

/** The name of the app in all targets. */
export const APP = 'conformance'

/** A server that runs the twelve functions: the embedded executor, or another. */
export type Target = {
  name: string
  calls: Calls
  send: (events: { name: string; id?: string; data: Record<string, unknown> }[]) => Promise<void>
  stop: () => Promise<void>
}

/** The embedded executor as a target. */
export async function embeddedTarget(pool: pg.Pool, steps: readonly string[]): Promise<Target> {
  const client = new Inngest({ id: APP, ...embeddedClientOptions(() => pool) })
  const { handler, calls } = recordCalls(serve({ client, functions: conformanceFunctions(client) }), steps)
  const executor: Executor = await startExecutor({ pool, handler, backoffMs: [10] })
  return {
    name: 'embedded',
    calls,
    send: async (events) => {
      await client.send(events)
    },
    stop: () => executor.stop(),
  }
}
