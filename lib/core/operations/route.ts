import type { Actor } from '../actor'
import type { Operation, OperationInput } from './operation'

/** A request that fits its operation, from someone who may call it. */
export type Call<O extends Operation> = OperationInput<O> & {
  /** The caller; never read for public operations. */
  actor: Actor
  /** The network address of the caller, to count by (`clientAddress`); null when it is unknown. */
  address: string | null
  /** The caller of a public operation with an `optionalScope`; null: unknown. Throws for a bad credential. */
  identifyCaller: () => Promise<Actor | null>
  /** Whether the caller's credential would still be accepted, for what is sent over a long time. */
  isStillAdmitted: () => Promise<boolean>
  request: Request
}

/** `stream` sends a body with a text too large for memory: it gets the body as JSON and the call's signal. */
export type Reply = {
  status: number
  body: unknown
  headers?: Record<string, string>
  stream?: (json: string, signal: AbortSignal) => Promise<{ bytes: number; body: ReadableStream<Uint8Array> }>
}

export type Handler<O extends Operation> = (call: Call<O>) => Promise<Reply | Response>

/** Headers that every response bears, whatever the outcome is, and the response to OPTIONS. */
type ResponseHeaders = () => Record<string, string>

/** An operation with its handler, as the API app mounts it. */
export type Route = { operation: Operation; handle: Handler<Operation>; headers: ResponseHeaders }

/** Pairs an operation with a handler that takes exactly its input: parse → verb → answer, nothing else. */
export function route<O extends Operation>(
  operation: O,
  handle: Handler<O>,
  headers: ResponseHeaders = () => ({}),
): Route {
  return { operation, handle: handle as Handler<Operation>, headers }
}
