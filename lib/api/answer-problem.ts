import { log } from '@/lib/platform/log'
import type { Operation } from '@/lib/platform/operation'
import { Problem } from '@/lib/platform/problem'
import { toProblem, toProblemBody } from '@/lib/platform/problem-body'
import { RequestInvalid } from './validation/request-invalid'

/** Where an error happened: what was called, and under which request id. */
export type Occasion = { operation: Operation | null; requestId: string }

function json(status: number, body: unknown, contentType: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': contentType, ...headers } })
}

/** A 422 that means more than shape, in the very form of those that do not. */
function asValidationError(problem: Problem, operation: Operation | null): Response {
  const { field, input, ...ctx } = problem.context
  const where = operation?.body ? 'body' : operation?.query ? 'query' : 'path'
  const item = {
    type: problem.code,
    loc: typeof field === 'string' ? [where, field] : [where],
    msg: problem.message,
    input: input ?? null,
    ...(Object.keys(ctx).length > 0 ? { ctx } : {}),
  }
  return json(422, { detail: [item] }, 'application/json')
}

function challenge(problem: Problem): Record<string, string> {
  if (problem.status !== 401) return {}
  const error = problem.code === 'missing_credentials' ? '' : ', error="invalid_token"'
  return { 'www-authenticate': `Bearer realm="Verbatim"${error}` }
}

/**
 * Any error as the answer a caller gets: a 422 as FastAPI's HTTPValidationError, everything else as problem details. What
 * is not a problem of ours is a 500 that says nothing of the inside; the log has it, under the same request id.
 */
export function answerProblem(error: unknown, { operation, requestId }: Occasion): Response {
  if (error instanceof RequestInvalid) return json(422, { detail: error.details }, 'application/json')
  const problem = toProblem(error)
  const occasion = { request_id: requestId, operation: operation?.id }
  if (!(error instanceof Problem)) log.error('a request failed', { ...occasion, error })
  else if (problem.status >= 500)
    log.warn('a request was refused', { ...occasion, code: problem.code, cause: problem.cause })
  if (problem.status === 422) return asValidationError(problem, operation)
  const retry = problem.retryAfterSeconds === null ? {} : { 'retry-after': String(problem.retryAfterSeconds) }
  const headers = { 'cache-control': 'no-store', ...retry, ...challenge(problem) }
  return json(problem.status, toProblemBody(problem, requestId), 'application/problem+json', headers)
}
