import { randomBytes } from 'node:crypto'
import { seal, unseal } from '@/lib/core/secrets/seal'

const PURPOSE = 'webhook secret'
const SECRET_BYTES = 32

/** A new signing secret as Standard Webhooks writes them, and the form in which it is kept for its endpoint. */
export function makeSecret(endpointId: string): { secret: string; sealed: Uint8Array<ArrayBuffer> } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: seal(PURPOSE, endpointId, secret) }
}

export function openSecret(endpointId: string, sealed: Uint8Array): string {
  return unseal(PURPOSE, endpointId, sealed)
}
