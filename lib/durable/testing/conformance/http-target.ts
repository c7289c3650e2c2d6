import { getRequestListener } from '@hono/node-server'
import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { sdkLogger } from '../../sdk/sdk-logger'
import { conformanceFunctions } from './functions'
import { APP, recordCalls, type Target } from './target'

export type ServerAddress = {
  /** The address of an Inngest server that reaches this machine's loopback. */
  url: string
  /** Without keys it is a development server. */
  keys: { eventKey: string; signingKey: string } | null
}

/** Has the functions tell the server where they are: a sync, as `curl -X PUT <address>` does it. */
async function register(address: string): Promise<void> {
  const response = await fetch(address, { method: 'PUT' })
  if (!response.ok)
    throw new Error(`the server did not take the functions: ${response.status} ${await response.text()}`)
}

/** Any Inngest server as a target: the functions are served over HTTP on loopback, and registered there. */
export async function httpTarget({ url, keys }: ServerAddress): Promise<Target> {
  const client = new Inngest({
    id: APP,
    baseUrl: url,
    ...(keys ? { isDev: false, ...keys } : { isDev: true }),
    checkpointing: true,
    aiMetadata: false,
    logger: sdkLogger,
  })
  const { url: origin, stop } = await listenOnLoopback((request, response) => listener(request, response))
  const functions = conformanceFunctions(client)
  const { handler, calls } = recordCalls(serve({ client, functions, serveOrigin: origin, servePath: '/api/inngest' }))
  const listener = getRequestListener(handler)
  try {
    await register(`${origin}/api/inngest`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    calls,
    send: async (events) => {
      await client.send(events)
    },
    stop,
  }
}
