import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

/** A call of a durable function as it passed by. */
export type FunctionCall = {
  fn: string
  step: string
  run: string
  attempt: number
  /** The port of the process that was asked. */
  port: number
  beganMs: number
  /** Null while it is under way. */
  endedMs: number | null
  /** The answer; null: it was cut off, or is not complete. */
  status: number | null
  bytes: number
}

export type Front = {
  url: string
  calls: FunctionCall[]
  /** The number of requests for which no process was reachable. */
  unreached: () => number
  close: () => Promise<void>
}

const FUNCTIONS_PATH = '/api/inngest?'
const callBody = z.object({ ctx: z.object({ run_id: z.string(), attempt: z.number() }) })

function toCall(target: string, body: Buffer): FunctionCall | null {
  if (!target.startsWith(FUNCTIONS_PATH)) return null
  const asked = new URLSearchParams(target.slice(FUNCTIONS_PATH.length))
  const { ctx } = callBody.parse(JSON.parse(body.toString()))
  const names = { fn: asked.get('fnId') ?? '', step: asked.get('stepId') ?? '' }
  return {
    ...names,
    ...{ run: ctx.run_id, attempt: ctx.attempt, port: 0, beganMs: Date.now() },
    ...{ endedMs: null, status: null, bytes: 0 },
  }
}

/** Asks one process. Rejects when it can't be reached, or hangs up before it has answered. */
async function ask(port: number, { method, url, headers }: http.IncomingMessage, body: Buffer, signal: AbortSignal) {
  const options = { host: '127.0.0.1', port, path: url, method, headers, agent: false, signal }
  const request = http.request(options).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return response
}

const isUnreachable = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

/**
 * A proxy before the processes of the service, on loopback, as compose.yaml has one: it asks them by turns, the next when one
 * can't be reached, and answers 502 for who has hung up. It writes down the calls of the durable functions.
 */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const calls: FunctionCall[] = []
  let [turn, unreached] = [0, 0]

  const reach = async (request: http.IncomingMessage, body: Buffer, call: FunctionCall | null, signal: AbortSignal) => {
    const first = turn++ % ports.length
    for (const port of [...ports.slice(first), ...ports.slice(0, first)]) {
      try {
        if (call) call.port = port
        return await ask(port, request, body, signal)
      } catch (error) {
        // The process died after it took the request, or the caller hung up.
        if (!isUnreachable(error)) return null
      }
    }
    unreached++
    return null
  }
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await buffer(request)
    const call = request.method === 'POST' ? toCall(request.url ?? '', body) : null
    if (call) calls.push(call)
    const left = new AbortController()
    response.once('close', () => left.abort())
    const answer = await reach(request, body, call, left.signal)
    if (!answer) {
      response.writeHead(502).end()
      if (call) call.endedMs = Date.now()
      return
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('data', (chunk: Buffer) => {
      if (call) call.bytes += chunk.length
    })
    await pipeline(answer, response).catch(() => response.destroy())
    if (call) Object.assign(call, { endedMs: Date.now(), status: answer.complete ? answer.statusCode : null })
  }
  // The client has disconnected during its request.
  const server = await listenOnLoopback(
    (request, response) => void pass(request, response).catch(() => response.destroy()),
  )
  return {
    url: server.url,
    calls,
    unreached: () => unreached,
    close: server.stop,
  }
}
