import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import { embeddedClientOptions } from '../../sdk/client-options'
import { startExecutor } from '../../start-executor'
import { conformanceFunctions } from './functions'
import { APP, recordCalls, type Target } from './target'

export async function embeddedTarget(pool: pg.Pool): Promise<Target> {
  const client = new Inngest({ id: APP, ...embeddedClientOptions(() => pool) })
  const { handler, calls } = recordCalls(serve({ client, functions: conformanceFunctions(client) }))
  const executor = await startExecutor({ pool, handler, backoffMs: [10] })
  return {
    calls,
    send: async (events) => {
      await client.send(events)
    },
    stop: () => executor.stop(),
  }
}
