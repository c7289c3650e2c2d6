import { serve } from 'inngest/edge'
import { singleton } from '@/lib/core/concurrency/singleton'
import { pool } from '@/lib/core/db/db'
import { logFailure } from '@/lib/core/db/log-failure'
import { env } from '@/lib/core/env'
import type { Handler } from './context'
import type { InngestServer } from './inngest-settings'
import { makeLoop } from './make-loop'
import { FUNCTIONS_PATH, registerFunctions } from './relay/register-functions'
import { startRelay } from './relay/start-relay'
import type { Runner, Served } from './runner-type'
import { refuseCall } from './sdk/refuse-call'
import { sdkLogger } from './sdk/sdk-logger'
import { currentTroubles, endTrouble, reportTrouble } from './sdk/server-troubles'
import { reportCall } from './tables/executor-state'

/** A server begins again by itself what it still knows of, after waits of two minutes at most. */
const FIRST_CHECK_MS = 150_000
const CHECK_INTERVAL_MS = 60_000

/** Replaces every minute what the server and its schedules have lost. Returns what stops it. */
function watchLostRuns(replaceLostRuns: () => Promise<unknown>): () => Promise<void> {
  const loop = makeLoop('looking for work that was left', async () => void (await replaceLostRuns()))
  let again: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    loop.kick()
    again = setInterval(loop.kick, CHECK_INTERVAL_MS)
  }, FIRST_CHECK_MS)
  return async () => {
    clearTimeout(first)
    clearInterval(again)
    await loop.stop()
  }
}

const REFUSED =
  'Calls of the durable functions are refused: they are signed with another key than INNGEST_SIGNING_KEY, or the clocks differ by minutes. Give the Inngest server and this service the same signing key; while keys are being changed, the former one as INNGEST_SIGNING_KEY_FALLBACK.'
const ACCEPTED = 'The Inngest server calls the durable functions with the right signature again.'

/** An Inngest server calls every minute, to merge tallies. While its calls are accepted, a refused call is not its own. */
const SERVER_CALLS_WITHIN_MS = 3 * 60_000

type Accepted = { atMs: number }

/**
 * The same handler, but refused signatures are reported, in the log and by `/health`, until a call is accepted. Any caller
 * may send a wrong signature: it counts only while none of the server's own calls is accepted.
 */
function watchSignatures(handler: Handler): Handler {
  const last = singleton<Accepted>('inngest-call-accepted', () => ({ atMs: Number.NEGATIVE_INFINITY }))
  return async (request) => {
    const isSigned = request.method === 'POST' && request.headers.has('x-inngest-signature')
    const response = await handler(request)
    if (!isSigned) return response
    if (response.status !== 401) {
      last.atMs = performance.now()
      endTrouble('calls', ACCEPTED)
    } else if (performance.now() - last.atMs > SERVER_CALLS_WITHIN_MS) {
      reportTrouble('calls', REFUSED)
    }
    return response
  }
}

/** The calls that succeed are reported to the database, for `/health` of all processes, every so often. */
const REPORT_CALLS_MS = 10_000

function reportCalls(handler: Handler): Handler {
  const last = singleton('inngest-call-reported', () => ({ atMs: Number.NEGATIVE_INFINITY }))
  return async (request) => {
    const response = await handler(request)
    if (request.method !== 'POST' || !response.ok || performance.now() - last.atMs < REPORT_CALLS_MS) return response
    last.atMs = performance.now()
    reportCall(pool()).catch((error) =>
      logFailure('warn', 'a call of the Inngest server could not be recorded', { error }),
    )
    return response
  }
}

/** Serves the functions to signed calls alone: the SDK checks the signature. */
function endpoint({ client, functions }: Served): Handler {
  let served: Handler | undefined
  return (request) => {
    // The address is not known before the first request: pages are built without it.
    served ??= reportCalls(
      watchSignatures(serve({ client, functions, serveOrigin: env().baseUrl, servePath: FUNCTIONS_PATH })),
    )
    return served(request)
  }
}

/** Refuses the calls of pages in a browser of this machine, which reach loopback too; the development server sends neither header. */
function withoutBrowsers(handler: Handler): Handler {
  const isOfPage = ({ headers }: Request) => headers.has('origin') || headers.has('sec-fetch-site')
  return async (request) => (isOfPage(request) ? refuseCall('not_found') : handler(request))
}

/** Has an Inngest server run the functions: relays the events to it, and serves its calls. */
export function inngestRunner(kind: 'self-hosted' | 'cloud' | 'dev', server: InngestServer): Runner {
  const { baseUrl, eventKey, signingKey, signingKeyFallback } = server
  return {
    kind,
    fault: null,
    clientOptions: () => ({
      isDev: signingKey === null,
      eventKey,
      ...(signingKey === null ? {} : { signingKey }),
      ...(baseUrl === null ? {} : { baseUrl }),
      ...(signingKeyFallback === null ? {} : { signingKeyFallback }),
      checkpointing: true,
      aiMetadata: false,
      logger: sdkLogger,
    }),
    endpoint: signingKey === null ? (served) => withoutBrowsers(endpoint(served)) : endpoint,
    start: async ({ pool, stopWork, replaceLostRuns, ...served }) => {
      const handler = endpoint(served)
      const relay = await startRelay({ pool, server, register: () => registerFunctions(handler) })
      const stopWatching = watchLostRuns(replaceLostRuns)
      // Running calls end first, so that the server gets their results while requests are still served.
      const stop = (limitMs?: number) => Promise.all([stopWork(limitMs ?? 0), stopWatching(), relay.stop(limitMs)])
      return { stop }
    },
    health: () => currentTroubles().join(' ') || `ok (${kind})`,
    hasRunsHere: false,
    callsOnce: false,
    mayWait: false,
    afterStop: async (again) => again,
  }
}
