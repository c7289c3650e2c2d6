import type { Operation } from '@/lib/platform/operations/operation'
import { type ProblemCode, problemRow } from '@/lib/platform/problem/problem-table'

/** What any operation may answer with, whatever was asked. */
export const GENERAL_PROBLEMS: readonly ProblemCode[] = [
  'address_too_long',
  'headers_too_large',
  'body_too_slow',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]

function accessProblems({ access, optionalScope }: Operation): ProblemCode[] {
  if (access === 'public')
    return optionalScope ? ['invalid_credentials', 'insufficient_scope', 'account_suspended'] : []
  return [
    'missing_credentials',
    'invalid_credentials',
    'insufficient_scope',
    'account_suspended',
    ...(access === 'operator' ? (['operator_required'] as const) : []),
  ]
}

function inputProblems({ body, rawBody, idempotencyKey, ifMatch }: Operation): ProblemCode[] {
  return [
    ...(body || rawBody ? (['body_too_large'] as const) : []),
    ...(idempotencyKey ? (['idempotency_key_in_use', 'idempotency_key_reused'] as const) : []),
    ...(ifMatch ? (['edit_conflict'] as const) : []),
  ]
}

/** The errors that an operation may answer with, by their status, beside those that any may. */
export function problemsByStatus(operation: Operation): Map<number, ProblemCode[]> {
  const codes = new Set([...accessProblems(operation), ...inputProblems(operation), ...(operation.problems ?? [])])
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const { status } = problemRow(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}
