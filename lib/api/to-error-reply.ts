import { log } from '@/lib/platform/log'
import type { Operation } from '@/lib/platform/operation'
import { Problem } from '@/lib/platform/problem'
import { toProblem, toProblemBody } from '@/lib/platform/problem-body'
import type { Reply } from '@/lib/platform/route'
import { challenge } from './challenge'
import type { RequestContext } from './request-context'
import { RequestInvalid } from './validation/request-invalid'

/** A 422 that means more than shape, in the very form of those that do not. */
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
 * Any error as the reply a caller gets: a 422 as FastAPI's HTTPValidationError, everything else as problem details. What
 * is not a problem of ours is a 500 that says nothing of the inside; the log has it, under the same request id.
 */
export function toErrorReply(error: unknown, { operation, requestId }: RequestContext): Reply {
  if (error instanceof RequestInvalid) {
    const code = operation?.invalidAs ? { error: operation.invalidAs } : {}
    return { status: 422, body: { ...code, detail: error.details } }
  }
  const problem = toProblem(error)
  const request = { request_id: requestId, operation: operation?.id }
  if (!(error instanceof Problem)) log.error('a request failed', { ...request, error })
  else if (problem.status >= 500)
    log.warn('a request was refused', { ...request, code: problem.code, cause: problem.cause })
  if (problem.status === 422) return asValidationError(problem, operation)
  const retry = problem.retryAfterSeconds === null ? {} : { 'retry-after': String(problem.retryAfterSeconds) }
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...retry,
    ...challenge(problem, operation),
  }
  return { status: problem.status, body: toProblemBody(problem, requestId), headers }
}
