import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import type pg from 'pg'
import type { Handler } from '../../context'
import { embeddedClientOptions } from '../../sdk/client-options'
import { startExecutor } from '../../start-executor'
import { type Calls, toCall } from './call'
import { conformanceFunctions } from './functions'

export const APP = 'conformance'

/** A server that runs the twelve functions: the embedded executor, or another. */
export type Target = {
  calls: Calls
  send: (events: { name: string; data: Record<string, unknown> }[]) => Promise<void>
  stop: () => Promise<void>
}

/** Wraps the served functions so that all calls of them are noted; those not answered yet have the status 0. */
export function recordCalls(handler: Handler): { handler: Handler; calls: Calls } {
  const calls: Calls = {}
  return {
    calls,
    handler: async (incoming) => {
      if (incoming.method !== 'POST') return handler(incoming)
      const { url } = incoming
      const body: unknown = await incoming.clone().json()
      const asked = toCall({ url, body, status: 0, answer: null })
      if (!asked) return handler(incoming)
      const runs = calls[asked.fn] ?? {}
      calls[asked.fn] = { ...runs, [asked.run]: [...(runs[asked.run] ?? []), asked.call] }
      const response = await handler(incoming)
      const answered = toCall({ url, body, status: response.status, answer: await response.clone().json() })
      Object.assign(asked.call, answered?.call)
      return response
    },
  }
}

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
