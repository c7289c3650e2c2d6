import type { ExecutorContext } from '../context'
import type { DurableFunction } from '../functions/durable-function'
import { DISCOVERY, type Item } from '../tables/item-table'
import type { Run } from '../tables/run-table'
import type { Step } from '../tables/step-table'
import { type Op, parseOps, type StepError, toStepError } from './op'

/** The functions' address, which the protocol requires: nothing is sent to it. */
export const SERVE_URL = 'http://functions.invalid/api/inngest'

type Retry = { allowed: boolean; at: Date | null }

type Call = { run: Run; item: Item; steps: readonly Step[] }

export type Outcome =
  | { kind: 'completed'; output: unknown }
  | { kind: 'ops'; ops: Op[]; retry: Retry }
  | { kind: 'failed'; error: StepError; retry: Retry }

/** A request of the protocol to the served functions, with what `serve` wants to find on each. */
export function protocolRequest(
  method: 'PUT' | 'POST',
  url: URL,
  body: unknown,
  headers: Record<string, string>,
): Request {
  return new Request(url, {
    method,
    body: JSON.stringify(body),
    headers: { host: url.host, 'content-type': 'application/json', 'x-inngest-server-kind': 'dev', ...headers },
  })
}

function callRequest(epoch: number, fn: DurableFunction, { run, item, steps }: Call): Request {
  const url = new URL(SERVE_URL)
  url.searchParams.set('fnId', fn.id)
  url.searchParams.set('stepId', item.stepId)
  const body = {
    event: run.event,
    events: [run.event],
    steps: Object.fromEntries(steps.map(({ id, result }) => [id, result])),
    version: -1,
    use_api: false,
    ctx: {
      run_id: run.id,
      fn_id: fn.id,
      qi_id: `${item.id}.${epoch}`,
      attempt: item.attempt,
      max_attempts: fn.maxAttempts,
      // Two discoveries that ran the next step themselves would both run it; planned, it is begun once.
      disable_immediate_execution: item.stepId !== DISCOVERY || item.race,
      use_api: false,
      stack: { stack: steps.map(({ id }) => id), current: steps.length },
    },
  }
  return protocolRequest('POST', url, body, { 'x-run-id': run.id, 'x-inngest-req-version': '-1' })
}

/** `retry-after` as the SDK sets it: seconds or an instant. */
function retryAt(header: string | null): Date | null {
  if (header === null) return null
  const at = /^\d+(\.\d+)?$/.test(header) ? new Date(Date.now() + Number(header) * 1000) : new Date(header)
  return Number.isNaN(at.getTime()) ? null : at
}

async function parseOutcome(response: Response): Promise<Outcome> {
  const retry = {
    allowed: response.headers.get('x-inngest-no-retry') !== 'true',
    at: retryAt(response.headers.get('retry-after')),
  }
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  if (response.status === 200) return { kind: 'completed', output: body }
  if (response.status !== 206) return { kind: 'failed', error: toStepError(body), retry }
  const ops = parseOps(body)
  if (ops.length === 0) throw new Error('the function answered with nothing to do')
  return { kind: 'ops', ops, retry }
}

/** Calls a function: runs a step of it, or asks what comes next. Every error becomes a failed outcome. */
export async function callFunction(context: ExecutorContext, fn: DurableFunction, call: Call): Promise<Outcome> {
  try {
    return await parseOutcome(await context.handler(callRequest(context.epoch, fn, call)))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', error: { name: 'Error', message }, retry: { allowed: true, at: null } }
  }
}
