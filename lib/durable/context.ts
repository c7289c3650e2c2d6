import type pg from 'pg'
import type { DurableFunction } from './functions/durable-function'

/** `serve({ client, functions })` of `inngest/edge`: takes the protocol's requests, in this process. */
export type Handler = (request: Request) => Promise<Response>

/** The context that the executor's functions share. */
export type ExecutorContext = {
  pool: pg.Pool
  handler: Handler
  functions: ReadonlyMap<string, DurableFunction>
  /** The number under which this executor holds leases; its advisory lock shows that it lives. */
  owner: number
  leaseMs: number
  /** How long to wait before the second attempt, the third …; the last value repeats. */
  backoffMs: readonly number[]
  /** Aborts when the executor abandons its work. */
  abandoned: AbortSignal
}
