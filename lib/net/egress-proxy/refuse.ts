import { Problem } from '@/lib/core/problem/problem'
import { type EgressRefusal, type Grant, recordRefusal } from './egress-grant'
import { TimedOut } from './open-socket'

const STATUS: Record<EgressRefusal['reason'], number> = {
  private_address: 403,
  host_not_allowed: 403,
  port_not_allowed: 403,
  malformed: 400,
  too_many_bytes: 403,
  too_many_connections: 429,
  unreachable: 502,
  timeout: 504,
}

export type Refused = { status: number; reason: EgressRefusal['reason'] }

/** Records a refusal and returns the response. */
export function refuse(grant: Grant, refusal: EgressRefusal): Refused {
  recordRefusal(grant, refusal)
  return { status: STATUS[refusal.reason], reason: refusal.reason }
}

export function failureReason(error: unknown): EgressRefusal['reason'] {
  if (error instanceof Problem && error.code === 'blocked_url') return 'private_address'
  if (error instanceof TimedOut) return 'timeout'
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}
