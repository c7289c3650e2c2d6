import type http from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { registrationToken, signCall } from '../sign-call'
import { until } from '../until'
import type { Exchange } from './call'
import { APP } from './target'

export type ReplayingServer = {
  url: string
  /** The errors of calls that could not be made. */
  errors: unknown[]
  stop: () => Promise<void>
}

type Keys = { eventKey: string; signingKey: string }

const registration = z.object({
  url: z.url(),
  appName: z.literal(APP),
  functions: z.array(z.looseObject({ id: z.string() })),
})
const sent = z.array(z.object({ name: z.string() }))
const recorded = z.looseObject({
  event: z.looseObject({ name: z.string() }),
  steps: z.record(z.string(), z.unknown()),
  ctx: z.looseObject({ run_id: z.string() }),
})
const remembered = z.looseObject({ name: z.string(), ts: z.number() })

/** The names of the events that a recorded call carries, but for the server's own. */
function eventsOf(body: z.infer<typeof recorded>): string[] {
  const waitedFor = Object.values(body.steps).flatMap((result) => remembered.safeParse(result).data?.name ?? [])
  return [body.event.name, ...waitedFor].filter((name) => !name.startsWith('inngest/'))
}

/** Calls the functions as was recorded, run by run; a call waits until the events that it carries have been sent. */
async function replay(exchanges: readonly Exchange[], address: string, seen: ReadonlySet<string>, keys: Keys | null) {
  for (const { url, body } of exchanges) {
    const call = recorded.parse(body)
    await until('its events have been sent', () => eventsOf(call).every((name) => seen.has(name)))
    const target = new URL(address)
    const asked = new URL(url, address).searchParams
    target.searchParams.set('fnId', (asked.get('fnId') ?? '').replace(/^proto-/, `${APP}-`))
    target.searchParams.set('stepId', asked.get('stepId') ?? '')
    const signature: Record<string, string> = keys ? { 'x-inngest-signature': signCall(body, keys.signingKey) } : {}
    const headers = {
      'content-type': 'application/json',
      'x-inngest-server-kind': keys ? 'cloud' : 'dev',
      ...signature,
    }
    const response = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status === 401) throw new Error('the functions refused a call')
    await response.arrayBuffer()
  }
}

function byRun(exchanges: readonly Exchange[]): Map<string, Exchange[]> {
  const runs = new Map<string, Exchange[]>()
  for (const one of exchanges) {
    const run = recorded.parse(one.body).ctx.run_id
    runs.set(run, [...(runs.get(run) ?? []), one])
  }
  return runs
}

/**
 * Replaces an Inngest server where none is available: takes the registration, events and checkpoints by HTTP, and makes
 * the recorded calls of a real one. It tests the connection to a server; only a real one shows how a server behaves.
 */
export async function startReplayingServer(
  exchanges: readonly Exchange[],
  keys: Keys | null,
): Promise<ReplayingServer> {
  const seen = new Set<string>()
  const errors: unknown[] = []
  const runs = byRun(exchanges)
  const begin = (address: string) => {
    for (const calls of runs.values()) replay(calls, address, seen, keys).catch((error: unknown) => errors.push(error))
  }
  const answer = async (request: http.IncomingMessage): Promise<[number, unknown]> => {
    const body = await json(request)
    const authorised = !keys || request.headers.authorization === registrationToken(keys.signingKey)
    if (request.url === '/fn/register') {
      if (!authorised) return [401, { error: 'not authorised', status: 401 }]
      begin(registration.parse(body).url)
      return [200, { ok: true, modified: true }]
    }
    if (request.url === `/e/${keys?.eventKey ?? 'NO_EVENT_KEY_SET'}`) {
      const names = sent.parse(body).map(({ name }) => name)
      for (const name of names) seen.add(name)
      return [200, { ids: names.map((_, index) => `e${index}`), status: 200 }]
    }
    if (/^\/v1\/checkpoint\/\w+\/async$/.test(request.url ?? '')) return authorised ? [200, {}] : [401, {}]
    return [404, { error: 'no such address', status: 404 }]
  }
  const { url, stop } = await listenOnLoopback(async (request, response) => {
    const [status, body] = await answer(request).catch((error: unknown): [number, unknown] => {
      errors.push(error)
      return [400, { error: 'not understood', status: 400 }]
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { url, errors, stop }
}
