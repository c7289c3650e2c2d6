import { serve } from 'inngest/edge'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { type Executor, startExecutor as startEmbedded } from '@/lib/durable/start-executor'
import { pool } from '@/lib/platform/db'

/** Starts the embedded executor with every durable function of the service. */
export function startExecutor(): Promise<Executor> {
  return startEmbedded({ pool: pool(), handler: serve({ client: inngest, functions }) })
}
