import type { ClientOptions } from 'inngest'
import type pg from 'pg'
import { log } from '@/lib/core/log'
import { checkpoint } from '../runs/checkpoint'
import { EventsRefusedError, receiveEvents } from '../runs/receive-events'
import { sdkLogger } from './sdk-logger'

type Options = {
  /** The executor's database, once it is needed. */
  pool: () => pg.Pool
}

const CHECKPOINT = /^\/v1\/checkpoint\/([^/]+)\/async$/

async function answer({ pool }: Options, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const run = CHECKPOINT.exec(pathname)?.[1]
  if (request.method === 'POST' && run) {
    const status = await checkpoint(pool(), decodeURIComponent(run), await request.json())
    return Response.json({}, { status })
  }
  if (request.method === 'POST' && pathname.startsWith('/e/')) {
    const seed = request.headers.get('x-inngest-event-id-seed')
    return Response.json({ ids: await receiveEvents(pool(), await request.json(), seed), status: 200 })
  }
  const error = `The embedded executor does not support ${request.method} ${pathname}.`
  return Response.json({ error, status: 404 }, { status: 404 })
}

/**
 * The `fetch` of an Inngest client whose functions the embedded executor runs: events and checkpoints go to the
 * database, anything else is refused, and nothing goes to the network.
 */
function executorFetch(options: Options): typeof fetch {
  return async (input, init) => {
    try {
      return await answer(options, new Request(input, init))
    } catch (error) {
      const status = error instanceof EventsRefusedError ? 400 : 500
      if (status === 500) log.warn('a request of the client failed', { error })
      const message = error instanceof Error ? error.message : String(error)
      return Response.json({ error: message, status }, { status })
    }
  }
}

/**
 * The options of an Inngest client whose functions the embedded executor runs: `new Inngest({ id, ...these })`.
 * Development mode needs no keys; the address only serves to build URLs that never leave the process.
 */
export function embeddedClientOptions(pool: () => pg.Pool) {
  return {
    isDev: true,
    baseUrl: 'http://executor.invalid',
    fetch: executorFetch({ pool }),
    checkpointing: true,
    aiMetadata: false,
    logger: sdkLogger,
  } satisfies Partial<ClientOptions>
}
