import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import {
  type DrivenCall,
  driveRun,
  ops,
  type Pace,
  type RegisteredFunction,
  type Run,
  registeredFunction,
  remember,
  type SentEvent,
  sentEvent,
} from './drive-run'
import { readBehaviour } from './server-behaviour'
import { registrationToken } from './sign-call'

/**
 * A server that runs functions of plain steps by the protocol, signed, as far as the service's own need it, and goes about
 * failing calls, early events and wrong keys as was recorded of a real one. For tests.
 */
export type DrivingServer = {
  url: string
  /** The names of the events that were taken. */
  events: () => string[]
  /** How often the functions were registered. */
  registrations: () => number
  /** The functions whose runs have come to their end, and those whose runs have failed. */
  completed: () => string[]
  failed: () => string[]
  /** The calls so far that were answered or cut. */
  calls: () => readonly DrivenCall[]
  /** The requests that it did not understand. */
  errors: unknown[]
  /** Begins the runs of the events so far, and from now on of each new event immediately. */
  begin: () => void
  /** Begins a run of a function that a clock begins. */
  tick: (functionId: string) => void
  /** Is killed, with all that it knew of functions, events and runs in its memory. */
  kill: () => Promise<void>
  /** Is started again. */
  restart: () => Promise<void>
  /** Has these keys from now on. */
  changeKeys: (keys: Keys) => void
  /** From now on what a server takes a second for takes this long here. */
  changePace: (secondMs: number) => void
  stop: () => Promise<void>
}

type Keys = { eventKey: string; signingKey: string }

type Options = {
  /** How long what a server takes a second for takes here. */
  secondMs?: number
}

const registration = z.object({ appName: z.string(), functions: z.array(registeredFunction) })
const checkpoint = z.object({ steps: ops })
const FAILED = 'inngest/function.failed'

type Answer = { status: number; body: unknown }

/** Starts the server. The first run waits for `begin`. */
export async function startDrivingServer(given: Keys, options: Options = {}): Promise<DrivingServer> {
  const behaviour = await readBehaviour()
  const waitsMs = behaviour.answered503.slice(1).map(({ afterMs }) => afterMs)
  const taken = new Map<string, SentEvent>()
  const runs = new Map<string, Run>()
  const waiting: Run[] = []
  const [completed, failed, calls, errors]: [string[], string[], DrivenCall[], unknown[]] = [[], [], [], []]
  let { secondMs = 1000 } = options
  let keys = given
  const apps = new Map<string, RegisteredFunction[]>()
  let [begun, registrations] = [false, 0]
  let life = new AbortController()

  const drive = async (run: Run) => {
    const pace: Pace = { secondMs: () => secondMs, waitsMs, signal: life.signal }
    try {
      const outcome = await driveRun(run, keys.signingKey, pace, (call) => calls.push(call))
      ;(outcome.failed ? failed : completed).push(run.fn.id)
      if (!outcome.failed || run.cause.name === FAILED) return
      const data = { function_id: run.fn.id, run_id: run.id, event: run.cause, events: [run.cause] }
      const error = { name: 'Error', message: 'it failed as often as it may' }
      start({ id: randomUUID(), name: FAILED, data: { ...data, error }, ts: Date.now() })
    } catch (error) {
      if (!pace.signal.aborted) errors.push(error)
    }
  }
  const known = () => [...apps.values()].flat()
  const isFor = (cause: SentEvent) => (fn: RegisteredFunction) =>
    fn.triggers.some(({ event, expression = '' }) => {
      if (event !== cause.name) return false
      return cause.name !== FAILED || expression.includes(`'${String(cause.data.function_id)}'`)
    })
  const begin = (fn: RegisteredFunction, cause: SentEvent) => {
    const run = { id: randomUUID(), fn, cause, steps: new Map<string, unknown>() }
    runs.set(run.id, run)
    if (begun) void drive(run)
    else waiting.push(run)
  }
  /** An event begins runs of the functions that are known when it comes: of none, if it comes too early. */
  const start = (cause: SentEvent) => {
    for (const fn of known().filter(isFor(cause))) begin(fn, cause)
  }
  const take = (events: readonly SentEvent[]): Answer => {
    for (const one of events.filter(({ id }) => !taken.has(id))) {
      taken.set(one.id, one)
      start(one)
    }
    return { status: 200, body: { ids: events.map(({ id }) => id), status: 200 } }
  }
  const answer = async (request: http.IncomingMessage): Promise<Answer> => {
    const body = await json(request)
    if (request.url?.startsWith('/e/')) {
      if (request.url !== `/e/${keys.eventKey}`) return behaviour.eventWithWrongKey
      return take(z.array(sentEvent).parse(body))
    }
    if (request.headers.authorization !== registrationToken(keys.signingKey)) return behaviour.registerWithWrongKey
    if (request.url === '/fn/register') {
      const { appName, functions } = registration.parse(body)
      apps.set(appName, functions)
      registrations++
      return { status: 200, body: { ok: true, modified: true } }
    }
    const run = runs.get(/^\/v1\/checkpoint\/([^/]+)\/async$/.exec(request.url ?? '')?.[1] ?? '')
    if (run) remember(run, checkpoint.parse(body).steps)
    return { status: run ? 200 : 404, body: {} }
  }
  const { url, stop, listenAgain } = await listenOnLoopback(async (request, response) => {
    const { status, body } = await answer(request).catch((error: unknown) => {
      errors.push(error)
      return { status: 400, body: { error: 'refused', status: 400 } }
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' })
    response.end(text)
  })
  const end = () => {
    life.abort(new Error('the server has ended'))
    life = new AbortController()
  }
  return {
    ...{ url, errors },
    events: () => [...taken.values()].map(({ name }) => name),
    registrations: () => registrations,
    completed: () => completed,
    failed: () => failed,
    calls: () => calls,
    begin: () => {
      begun = true
      for (const run of waiting.splice(0)) void drive(run)
    },
    tick: (functionId) => {
      const cause = { id: randomUUID(), name: 'inngest/scheduled.timer', data: {}, ts: Date.now() }
      for (const fn of known().filter(({ id }) => id === functionId)) begin(fn, cause)
    },
    kill: async () => {
      end()
      await stop()
      apps.clear()
      taken.clear()
      runs.clear()
      waiting.splice(0)
    },
    restart: listenAgain,
    changeKeys: (changed) => {
      keys = changed
    },
    changePace: (changed) => {
      secondMs = changed
    },
    stop: async () => {
      end()
      await stop()
    },
  }
}
