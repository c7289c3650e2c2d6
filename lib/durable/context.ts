import type pg from 'pg'
import type { DurableFunction } from './functions/durable-function'

/** `serve({ client, functions })` of `inngest/edge`: takes the protocol's requests, in this process. */
export type Handler = (request: Request) => Promise<Response>

/** The context that the executor's functions share. */
export type ExecutorContext = {
  pool: pg.Pool
  handler: Handler
  functions: ReadonlyMap<string, DurableFunction>
  /** Fences the commits of this term (lib/durable/tables/executor-lock.ts). */
  epoch: number
  /** How long to wait before the second attempt, the third …; the last value repeats. */
  backoffMs: readonly number[]
  /** Ends the term: a commit was refused. */
  lose: (reason: Error) => void
  /** Aborts when the executor abandons its work. */
  abandoned: AbortSignal
}
