import type { Readable } from 'node:stream'

const received = new WeakSet<object>()

/** Marks a request whose whole body was received, within the limits of its kind. */
export function markReceived(request: Readable): void {
  received.add(request)
}

/**
 * The body of a request that holds the whole of it; null for an empty one, undefined for a request whose body is still to
 * be received. A stream of the web platform is many times the work for the same bytes.
 */
export function takeReceivedBody(request: Readable | null): Uint8Array | null | undefined {
  if (!request || !received.has(request)) return undefined
  const body: unknown = request.read()
  return body instanceof Uint8Array ? body : null
}
