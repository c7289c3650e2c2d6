import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from './listen-on-loopback'
import { registrationToken, signCall } from './sign-call'

/** A server that runs functions of plain steps by the protocol, signed, as far as the service's own need it. For tests. */
export type DrivingServer = {
  url: string
  /** The names of the events that were taken. */
  events: () => string[]
  /** The functions whose runs have come to their end. */
  completed: () => string[]
  /** What a server would not have put up with. */
  errors: unknown[]
  /** Begins the runs of the events so far, and from now on of each event at once. */
  begin: () => void
  stop: () => Promise<void>
}

type Keys = { eventKey: string; signingKey: string }

const registration = z.object({
  functions: z.array(
    z.looseObject({
      id: z.string(),
      triggers: z.array(z.looseObject({ event: z.string().optional() })),
      steps: z.object({ step: z.looseObject({ runtime: z.object({ url: z.url() }) }) }),
    }),
  ),
})
type Registered = z.infer<typeof registration>['functions'][number]

const event = z.object({ id: z.string(), name: z.string(), data: z.record(z.string(), z.unknown()), ts: z.number() })
type Event = z.infer<typeof event>

const op = z.looseObject({
  id: z.string(),
  op: z.enum(['StepRun', 'StepError', 'StepFailed', 'DiscoveryRequest', 'RunComplete']),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
})
type Op = z.infer<typeof op>

type Run = { id: string; steps: Map<string, unknown> }

const checkpoint = z.object({ steps: z.array(op) })

function remember(run: Run, { id, op: kind, data, error }: Op): void {
  if (kind === 'StepRun') run.steps.set(id, { data: data ?? null })
  if (kind === 'StepFailed') run.steps.set(id, { error })
}

function bodyOf(fn: Registered, run: Run, cause: Event): Record<string, unknown> {
  const stack = [...run.steps.keys()]
  return {
    ...{ version: -1, use_api: false, event: cause, events: [cause], steps: Object.fromEntries(run.steps) },
    ctx: {
      ...{ run_id: run.id, fn_id: fn.id, qi_id: randomUUID(), attempt: 0, max_attempts: 4, use_api: false },
      ...{ disable_immediate_execution: false, stack: { stack, current: stack.length } },
    },
  }
}

/** Calls a function until it is done. */
async function drive(fn: Registered, run: Run, cause: Event, keys: Keys): Promise<void> {
  for (;;) {
    const body = bodyOf(fn, run, cause)
    const headers = { 'content-type': 'application/json', 'x-inngest-signature': signCall(body, keys.signingKey) }
    const url = fn.steps.step.runtime.url
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 206) throw new Error(`${fn.id} answered ${response.status}: ${await response.text()}`)
    const ops = z.array(op).parse(await response.json())
    if (ops.some(({ op: kind }) => kind === 'RunComplete')) return
    for (const one of ops) remember(run, one)
  }
}

/** Starts the server. It waits with the first run until it is told to begin. */
export async function startDrivingServer(keys: Keys): Promise<DrivingServer> {
  const taken = new Map<string, Event>()
  const runs = new Map<string, Run>()
  const completed: string[] = []
  const errors: unknown[] = []
  let functions: Registered[] = []
  let begun = false

  const start = (cause: Event) => {
    for (const fn of functions.filter(({ triggers }) => triggers.some((one) => one.event === cause.name))) {
      const run = { id: randomUUID(), steps: new Map<string, unknown>() }
      runs.set(run.id, run)
      drive(fn, run, cause, keys).then(
        () => completed.push(fn.id),
        (error: unknown) => errors.push(error),
      )
    }
  }
  const take = (events: readonly Event[]) => {
    for (const one of events.filter(({ id }) => !taken.has(id))) {
      taken.set(one.id, one)
      if (begun) start(one)
    }
    return { ids: events.map(({ id }) => id), status: 200 }
  }
  const answer = async (request: http.IncomingMessage): Promise<unknown> => {
    const body = await json(request)
    if (request.url === `/e/${keys.eventKey}`) return take(z.array(event).parse(body))
    if (request.headers.authorization !== registrationToken(keys.signingKey))
      throw new Error(`${request.url} without the signing key`)
    if (request.url === '/fn/register') {
      functions = registration.parse(body).functions
      return { ok: true, modified: true }
    }
    const run = runs.get(/^\/v1\/checkpoint\/([^/]+)\/async$/.exec(request.url ?? '')?.[1] ?? '')
    if (!run) throw new Error(`there is no ${request.url}`)
    for (const one of checkpoint.parse(body).steps) remember(run, one)
    return {}
  }
  const { url, stop } = await listenOnLoopback(async (request, response) => {
    try {
      const body = JSON.stringify(await answer(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    } catch (error) {
      errors.push(error)
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"refused","status":400}')
    }
  })
  return {
    url,
    events: () => [...taken.values()].map(({ name }) => name),
    completed: () => completed,
    errors,
    begin: () => {
      begun = true
      for (const one of taken.values()) start(one)
    },
    stop,
  }
}
