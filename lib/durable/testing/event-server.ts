import type http from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { registrationToken } from './sign-call'

/** How a request that is in order is answered; `silence`: it is taken, but nothing is ever said. */
export type Behaviour = { status: number; body: unknown; headers?: Record<string, string> } | 'silence'

type Scene = () => Behaviour | null | Promise<Behaviour | null>

export type EventServer = {
  url: string
  key: string
  signingKey: string
  /** The received events by id, and the number of times. */
  taken: Map<string, { name: string; data: unknown; times: number }>
  /** The ids of events that came before functions were registered: confirmed, and gone. */
  lost: string[]
  /** How many requests with events came. */
  requests: () => number
  /** How often functions were registered. */
  registrations: () => number
  /** The outcomes of the next requests with events, in order; later ones succeed. Each may act first. */
  play: (...scenes: Scene[]) => void
  /** The same for registrations. */
  playRegistrations: (...scenes: Scene[]) => void
  /** Knows of no functions any more, as after a restart without a database. */
  clear: () => void
  /** Accepts no connection. */
  down: () => Promise<void>
  up: () => Promise<void>
}

const MAX_EVENT_BYTES = 512 * 1024

const registration = z.object({ url: z.url(), functions: z.array(z.looseObject({ id: z.string() })).min(1) })

const event = z.object({
  id: z.string().min(1),
  name: z.string().regex(/^(?!inngest\/)./),
  data: z.record(z.string(), z.unknown()),
  ts: z.number().int().min(1_600_000_000_000),
})
type Event = z.infer<typeof event>

const refusal = (status: number, error: string) => ({ status, body: { error, status } })

/** Reads a request as the event API does: the events, or why it is refused. */
async function read(request: http.IncomingMessage, key: string): Promise<Event[] | Behaviour> {
  const body = await text(request)
  if (request.method !== 'POST' || !request.url?.startsWith('/e/')) return refusal(404, 'no such address')
  if (request.url !== `/e/${key}`) return refusal(401, 'Event key not found')
  if (request.headers['content-type'] !== 'application/json') return refusal(400, 'not JSON')
  const items: unknown[] = [JSON.parse(body)].flat()
  if (items.some((one) => Buffer.byteLength(JSON.stringify(one)) > MAX_EVENT_BYTES))
    return refusal(413, 'event payload too large')
  const events = z.array(event).safeParse(items)
  return events.success ? events.data : refusal(400, z.prettifyError(events.error))
}

/**
 * A loopback server that takes registrations and events as Inngest's does, strictly: events that come before any function is
 * registered are confirmed and lost. For tests.
 */
export async function startEventServer(): Promise<EventServer> {
  const key = 'event-key_1'
  const signingKey = `signkey-prod-${'ab12'.repeat(16)}`
  const taken: EventServer['taken'] = new Map()
  const lost: string[] = []
  const script: Scene[] = []
  const registrationScript: Scene[] = []
  let [requests, registrations] = [0, 0]
  let isRegistered = false

  const take = (events: readonly Event[]) => {
    if (!isRegistered) lost.push(...events.map(({ id }) => id))
    for (const { id, name, data } of isRegistered ? events : [])
      taken.set(id, { name, data, times: (taken.get(id)?.times ?? 0) + 1 })
    return { status: 200, body: { ids: events.map(({ id }) => id), status: 200 } }
  }
  const register = async (request: http.IncomingMessage): Promise<Behaviour> => {
    const body = registration.safeParse(JSON.parse(await text(request)))
    if (request.headers.authorization !== registrationToken(signingKey)) return refusal(401, 'Unauthorized')
    if (!body.success) return refusal(400, z.prettifyError(body.error))
    const scene = await registrationScript.shift()?.()
    if (scene) return scene
    registrations += 1
    isRegistered = true
    return { status: 200, body: { ok: true, modified: registrations === 1 } }
  }
  const answer = async (request: http.IncomingMessage): Promise<Behaviour> => {
    if (request.method === 'POST' && request.url === '/fn/register') return register(request)
    requests += 1
    const events = await read(request, key)
    if (!Array.isArray(events)) return events
    const behaviour = await script.shift()?.()
    if (behaviour === 'silence') take(events)
    return behaviour ?? take(events)
  }
  const server = await listenOnLoopback(async (request, response) => {
    const behaviour = await answer(request)
    if (behaviour === 'silence') return
    const { status, body, headers } = behaviour
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return {
    url: server.url,
    key,
    signingKey,
    taken,
    lost,
    requests: () => requests,
    registrations: () => registrations,
    play: (...scenes) => void script.push(...scenes),
    playRegistrations: (...scenes) => void registrationScript.push(...scenes),
    clear: () => {
      isRegistered = false
    },
    down: server.stop,
    up: server.listenAgain,
  }
}
