import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** How a request that is in order is answered; `silence`: it is taken, but nothing is ever said. */
export type Behaviour = { status: number; body: unknown; headers?: Record<string, string> } | 'silence'

export type EventServer = {
  url: string
  key: string
  /** What was taken, by the events' ids, and how often. */
  taken: Map<string, { name: string; data: unknown; times: number }>
  /** How many requests came. */
  requests: () => number
  /** What the next requests meet, in order; after them all is well. It may do something first. */
  play: (...behaviours: (() => Behaviour | null | Promise<Behaviour | null>)[]) => void
  /** Answers nobody, not even by a connection. */
  down: () => Promise<void>
  up: () => Promise<void>
}

const MAX_EVENT_BYTES = 512 * 1024

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

/** A loopback server that takes events as Inngest's event API does, strictly. For tests. */
export async function startEventServer(): Promise<EventServer> {
  const key = 'event-key_1'
  const taken: EventServer['taken'] = new Map()
  const script: Parameters<EventServer['play']> = []
  let requests = 0

  const take = (events: readonly Event[]) => {
    for (const { id, name, data } of events) taken.set(id, { name, data, times: (taken.get(id)?.times ?? 0) + 1 })
    return { status: 200, body: { ids: events.map(({ id }) => id), status: 200 } }
  }
  const answer = async (request: http.IncomingMessage): Promise<Behaviour> => {
    requests += 1
    const events = await read(request, key)
    if (!Array.isArray(events)) return events
    const behaviour = await script.shift()?.()
    if (behaviour === 'silence') take(events)
    return behaviour ?? take(events)
  }
  const server = http.createServer(async (request, response) => {
    const behaviour = await answer(request)
    if (behaviour === 'silence') return
    const { status, body, headers } = behaviour
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    taken,
    requests: () => requests,
    play: (...behaviours) => void script.push(...behaviours),
    down: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    up: async () => void (await listen(port)),
  }
}
