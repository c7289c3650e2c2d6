import type { ClientOptions, Inngest, InngestFunction } from 'inngest'
import type pg from 'pg'
import type { Handler } from './context'

/** The functions, and the client that they were created with. */
export type Served = { client: Inngest.Any; functions: readonly InngestFunction.Any[] }

/** Parts of the service that a runner starts and stops. */
export type RunnerParts = Served & {
  pool: pg.Pool
  /** Aborts the running work of this process, and waits for so long at most. */
  stopWork: (limitMs: number) => Promise<unknown>
  /** Replaces the runs that a server has lost. */
  replaceLostRuns: () => Promise<unknown>
}

/** Durable functions run until they are stopped. */
export type Running = { stop: (limitMs?: number) => Promise<unknown> }

/** The runner of the durable functions: this process over PostgreSQL, or an Inngest server. */
export type Runner = {
  kind: 'embedded' | 'self-hosted' | 'cloud' | 'dev'
  /** Why the settings are refused, in a sentence; null: they are right. */
  fault: string | null
  /** The options of the Inngest client: `new Inngest({ id, ...these })`. */
  clientOptions: (pool: () => pg.Pool) => Omit<ClientOptions, 'id'>
  /** The handler of FUNCTIONS_PATH. */
  endpoint: (served: Served) => Handler
  /** Begins to run the functions, once requests are answered. */
  start: (parts: RunnerParts) => Promise<Running>
  /** The server's state for `/health`; null without a server. */
  health: () => string | null
  /** Whether the runs are rows of this database, which show the lost ones. */
  hasRunsHere: boolean
  /** Whether a step is called once at a time; a server may call again while a broken call still works. */
  callsOnce: boolean
  /** Whether a call may wait for a slot; a server's calls are kept short. */
  mayWait: boolean
  /** The result of a step that the end of this process interrupted: `again`, where a result is accepted then. */
  afterStop: <T>(again: T) => Promise<T>
}
