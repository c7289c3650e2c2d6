import { endTrouble, reportTrouble } from '../sdk/server-troubles'
import type { Registering } from './register-functions'

const KEY_REFUSED =
  'The Inngest server refuses INNGEST_SIGNING_KEY, so that no durable function runs and events wait. Give the server and this service the same signing key.'
const NOT_REGISTERED =
  'The durable functions could not be registered with the Inngest server, so events wait. It is tried again; check that the server runs and that INNGEST_BASE_URL is its address.'
const REGISTERED = 'The Inngest server knows the durable functions again.'

export type Registration = {
  /** Registers the functions, if that is due. Returns null when the server has them; else why it has not. */
  ensure: () => Promise<string | null>
  /** The server may have lost them: it was unreachable. */
  clear: () => void
}

/** Registers the functions with the Inngest server, and again after some time: the server may have lost them. */
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
