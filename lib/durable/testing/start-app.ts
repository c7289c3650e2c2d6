import { Inngest, type InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import type { Handler } from '../context'
import { embeddedClientOptions } from '../sdk/client-options'
import { type Executor, type ExecutorOptions, startExecutor } from '../start-executor'

export type App = { client: Inngest; handler: Handler; executor: Executor }

type Options = Partial<Omit<ExecutorOptions, 'pool' | 'handler'>>

/** An app with its own client, whose functions run in its own executor, as in one process. For tests. */
export async function startApp(
  pool: pg.Pool,
  define: (client: Inngest) => InngestFunction.Any[],
  options: Options = {},
): Promise<App> {
  const client = new Inngest({ id: 'app', ...embeddedClientOptions(() => pool) })
  const handler = serve({ client, functions: define(client) })
  const executor = await startExecutor({ pool, handler, backoffMs: [10], ...options })
  return { client, handler, executor }
}
