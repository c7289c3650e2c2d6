import { singleton } from '@/lib/core/concurrency/singleton'
import type { Handler } from '../context'
import { endTrouble, reportTrouble } from './server-troubles'

const REFUSED =
  'Calls of the durable functions are refused: they are signed with another key than INNGEST_SIGNING_KEY, or the clocks differ by minutes. Give the Inngest server and this service the same signing key; while keys are being changed, the former one as INNGEST_SIGNING_KEY_FALLBACK.'
const ACCEPTED = 'The Inngest server calls the durable functions with the right signature again.'

/** A server calls every minute, to merge tallies: while its calls are accepted, a refused one is somebody else's. */
const SERVER_CALLS_WITHIN_MS = 3 * 60_000

type Accepted = { atMs: number }

/**
 * The same handler, but refused signatures are reported, in the log and by `/health`, until a call is accepted. Anybody
 * may send a wrong signature: it counts only while none of the server's own calls is accepted.
 */
export function watchSignatures(handler: Handler): Handler {
  const last = singleton<Accepted>('inngest-call-accepted', () => ({ atMs: Number.NEGATIVE_INFINITY }))
  return async (request) => {
    const isSigned = request.method === 'POST' && request.headers.has('x-inngest-signature')
    const response = await handler(request)
    if (!isSigned) return response
    if (response.status !== 401) {
      last.atMs = performance.now()
      endTrouble('calls', ACCEPTED)
    } else if (performance.now() - last.atMs > SERVER_CALLS_WITHIN_MS) {
      reportTrouble('calls', REFUSED)
    }
    return response
  }
}
