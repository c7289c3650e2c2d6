import { log } from '@/lib/platform/log'
import type { Operation } from '@/lib/platform/operations/operation'
import type { Reply } from '@/lib/platform/operations/route'
import { Problem } from '@/lib/platform/problem/problem'
import { toProblem, toProblemBody } from '@/lib/platform/problem/problem-body'
import { challenge } from './challenge'
import type { RequestContext } from './request-context'
import { RequestInvalid } from './validation/validation-detail'

/** A 422 that the domain decided on, in the same form as one about the shape of the request. */
function asValidationError(problem: Problem, operation: Operation | null): Reply {
  const { field, input, ...ctx } = problem.context
  const where = operation?.body ? 'body' : operation?.query ? 'query' : 'path'
  const item = {
    type: problem.code,
    loc: typeof field === 'string' ? [where, field] : [where],
    msg: problem.message,
    input: input ?? null,
    ...(Object.keys(ctx).length > 0 ? { ctx } : {}),
  }
  return { status: 422, body: { detail: [item] } }
}

/**
 * Turns any error into the reply that the caller gets: a 422 as FastAPI's HTTPValidationError, everything else as problem
 * details (RFC 9457). An unexpected error is a 500 without details; the log has them under the same request id.
 */
export function toErrorReply(error: unknown, { endpoint, requestId }: RequestContext): Reply {
  const operation = endpoint?.operation ?? null
  if (error instanceof RequestInvalid) {
    const code = operation?.invalidAs ? { error: operation.invalidAs } : {}
    return { status: 422, body: { ...code, detail: error.details } }
  }
  const problem = toProblem(error)
  const request = { request_id: requestId, operation: endpoint?.id }
  if (!(error instanceof Problem)) log.error('a request failed', { ...request, error })
  else if (problem.status >= 500)
    log.warn('a request was refused', { ...request, code: problem.code, cause: problem.cause })
  if (problem.status === 422) return asValidationError(problem, operation)
  const retry = problem.retryAfterSeconds === null ? {} : { 'retry-after': String(problem.retryAfterSeconds) }
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...retry,
    ...(endpoint ? challenge(problem, endpoint) : {}),
  }
  return { status: problem.status, body: toProblemBody(problem, requestId), headers }
}
