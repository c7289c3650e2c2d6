import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Inngest } from 'inngest'
import { serve } from 'inngest/edge'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { sdkLogger } from '@/lib/durable/sdk/sdk-logger'
import type { ServerBehaviour } from '@/lib/durable/testing/server-behaviour'
import { registrationToken } from '@/lib/durable/testing/sign-call'
import { until } from '@/lib/durable/testing/until'
import type { Keys } from './inngest-server'

/** The retries of the service's own functions. */
const RETRIES = 4
/** All attempts and the longest waits between them. */
const LIMIT_MS = 12 * 60_000

/** How the calls of a function are met before the SDK sees them. */
type Meeting = (response: http.ServerResponse) => void
const MEETINGS: Record<string, Meeting> = {
  plain: (response) => response.writeHead(503).end(),
  patient: (response) => response.writeHead(503, { 'retry-after': '2' }).end(),
  'patient-failure': (response) => response.writeHead(503, { 'retry-after': '2' }).end(),
  gone: (response) => response.destroy(),
}

type Seen = { fn: string; attempt: number; atMs: number }

function define(client: Inngest, begun: string[]) {
  const never = async () => undefined
  const met = ['plain', 'patient', 'gone'].map((id) =>
    client.createFunction(
      { id, retries: RETRIES, triggers: { event: `seen/${id}` }, ...(id === 'patient' ? { onFailure: never } : {}) },
      never,
    ),
  )
  const counted = client.createFunction({ id: 'counted', triggers: { event: 'seen/counted' } }, async ({ event }) => {
    begun.push(String((event.data as { name: string }).name))
  })
  return [...met, counted]
}

/** An app whose calls fail in one way each, registered by `register`. */
async function startApp(baseUrl: string, keys: Keys) {
  const id = `seen-${randomUUID().slice(0, 8)}`
  const client = new Inngest({ id, baseUrl, isDev: false, ...keys, checkpointing: true, logger: sdkLogger })
  const [begun, seen]: [string[], Seen[]] = [[], []]
  const { url, stop } = await listenOnLoopback((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://functions.invalid')
    const fn = (asked.searchParams.get('fnId') ?? '').slice(id.length + 1)
    const rendezvous = request.method === 'POST' ? MEETINGS[fn] : undefined
    if (!rendezvous) return void listener(request, response)
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { ctx } = JSON.parse(body) as { ctx: { attempt: number } }
      seen.push({ fn, attempt: ctx.attempt, atMs: Date.now() })
      rendezvous(response)
    })
  })
  const listener = getRequestListener(
    serve({ client, functions: define(client, begun), serveOrigin: url, servePath: '/api/inngest' }),
  )
  const register = () => fetch(`${url}/api/inngest`, { method: 'PUT' })
  return { begun, seen, register, stop }
}

async function sendEvents(baseUrl: string, key: string, events: readonly object[]) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/e/${key}`, { method: 'POST', headers, body: JSON.stringify(events) })
  return { status: response.status, body: (await response.json()) as { ids?: string[] } }
}

const counted = (name: string, id = randomUUID()) => ({ name: 'seen/counted', id, data: { name } })

/** The attempts at a function, each with its delay in ms after the previous one. */
function triesOf(seen: readonly Seen[], wanted: string) {
  const own = seen.filter(({ fn }) => fn === wanted)
  return own.map(({ attempt, atMs }, index) => ({ attempt, afterMs: atMs - (own[index - 1]?.atMs ?? atMs) }))
}

/** Returns the response to a registration signed with a key that the server does not know. */
async function registerWrongly(baseUrl: string) {
  const headers = { 'content-type': 'application/json', authorization: registrationToken('ab12'.repeat(16)) }
  const response = await fetch(`${baseUrl}/fn/register`, { method: 'POST', headers, body: '{}' })
  return { status: response.status, body: await response.text() }
}

/**
 * Exercises a server's registration, events and retries, and returns what it does. Takes as long as all its attempts.
 */
export async function observeBehaviour(
  baseUrl: string,
  keys: Keys,
): Promise<Omit<ServerBehaviour, 'version' | 'date'>> {
  const send = (events: readonly object[]) => sendEvents(baseUrl, keys.eventKey, events)
  const [app, other] = [await startApp(baseUrl, keys), await startApp(baseUrl, keys)]
  try {
    await other.register()
    const early = await send([counted('early')])
    await until('the server has seen to the early event', () => other.begun.includes('early'))
    const registerWithWrongKey = await registerWrongly(baseUrl)
    const eventWithWrongKey = await sendEvents(baseUrl, 'another', [counted('stray')])
    const registered = await app.register()
    if (!registered.ok) throw new Error(`the server did not take the functions: ${await registered.text()}`)
    const twice = counted('twice')
    await send([twice])
    await send([twice])
    await send(['plain', 'patient', 'gone'].map((id) => ({ name: `seen/${id}`, id: randomUUID(), data: {} })))
    const done = (fn: string) => app.seen.filter((one) => one.fn === fn).length > RETRIES
    await until('every attempt has been made', () => done('plain') && done('gone') && done('patient'), LIMIT_MS)
    // By then the failure handler's are over, which are seconds apart, and whatever came early would have begun.
    return {
      answered503: triesOf(app.seen, 'plain'),
      answered503RetryAfter2: triesOf(app.seen, 'patient'),
      hungUp: triesOf(app.seen, 'gone'),
      failureHandler: triesOf(app.seen, 'patient-failure'),
      eventBeforeRegistration: {
        ...{ status: early.status, ids: early.body.ids?.length ?? 0 },
        runs: app.begun.filter((name) => name === 'early').length,
      },
      sameEventTwice: { runs: app.begun.filter((name) => name === 'twice').length },
      registerWithWrongKey,
      eventWithWrongKey,
    }
  } finally {
    await app.stop()
    await other.stop()
  }
}
