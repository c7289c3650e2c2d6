import type { Readable } from 'node:stream'

const RECEIVED = Symbol('received')

/** The mark is in the request: a `WeakSet` of every request burdens the collector. */
type Markable = Readable & { [RECEIVED]?: true }

/** Marks a request whose whole body was received, within the limits of its kind. */
export function markReceived(request: Markable): void {
  request[RECEIVED] = true
}

/**
 * The body of a request that holds the whole of it; null for an empty one, undefined for a request whose body is still to
 * be received. A stream of the web platform is many times the work for the same bytes.
 */
export function takeReceivedBody(request: Markable | null): Uint8Array | null | undefined {
  if (!request?.[RECEIVED]) return undefined
  const body: unknown = request.read()
  return body instanceof Uint8Array ? body : null
}
