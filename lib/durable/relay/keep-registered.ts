import { endTrouble, reportTrouble } from '../server-troubles'
import type { Registering } from './register-functions'

const KEY_REFUSED =
  'The Inngest server refuses INNGEST_SIGNING_KEY, so that no durable function runs and events wait. Give the server and this service the same signing key.'
const NOT_REGISTERED =
  'The Inngest server could not be told of the durable functions, so that events wait. It is tried again; see that the server runs, and that INNGEST_BASE_URL leads to it.'
const REGISTERED = 'The Inngest server knows the durable functions again.'

export type Registration = {
  /** Tells the server of the functions, if that is due. Null when it knows them; else why it does not. */
  ensure: () => Promise<string | null>
  /** The server may have forgotten them: it was away. */
  clear: () => void
}

/** Sees to it that the Inngest server knows the functions. It is told again after so long: it may have lost its memory. */
export function keepRegistered(register: () => Promise<Registering>, againMs: number): Registration {
  let dueAtMs = 0
  const attempt = () =>
    register().catch((error: unknown): Registering => {
      return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
    })
  return {
    ensure: async () => {
      if (performance.now() < dueAtMs) return null
      const outcome = await attempt()
      if (outcome.kind !== 'registered') {
        const { kind, reason } = outcome
        reportTrouble('registration', kind === 'keyRefused' ? KEY_REFUSED : NOT_REGISTERED, { reason })
        return reason
      }
      dueAtMs = performance.now() + againMs
      endTrouble('registration', REGISTERED)
      return null
    },
    clear: () => {
      dueAtMs = 0
    },
  }
}
