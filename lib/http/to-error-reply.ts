import { logFailure } from '@/lib/core/db/log-failure'
import { log } from '@/lib/core/log'
import type { Operation } from '@/lib/core/operations/operation'
import type { Reply } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem, toProblemBody } from '@/lib/core/problem/problem-body'
import { type OpenAiError, openAiStatus, retryHeader, toOpenAiError } from '@/lib/core/problem/to-openai-error'
import type { Endpoint, RequestContext } from './request-context'
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

/** An error for clients of OpenAI's API, in its shape. */
function asOpenAiError(problem: Problem): Reply {
  return { status: openAiStatus(problem.status), body: toOpenAiError(problem), headers: retryHeader(problem) }
}

/** The first fault of a request in OpenAI's shape, which has room for one. */
function asOpenAiInvalid({ details }: RequestInvalid): Reply {
  const [first] = details
  const field = first?.loc.slice(1).join('.') || null
  const message = `${field ? `${field}: ` : ''}${first?.msg ?? 'Invalid request'}`
  const body: OpenAiError = {
    error: { message, type: 'invalid_request_error', param: field, code: first?.type ?? null },
  }
  return { status: 400, body, headers: { 'cache-control': 'no-store', 'x-should-retry': 'false' } }
}

/** The error that a challenge names, and the scope that it asks for; null for a problem without a challenge. */
function errorOf(problem: Problem, { operation }: Endpoint): { error?: string; scope?: string } | null {
  if (problem.code === 'missing_credentials') return {}
  if (problem.status === 401) return { error: 'invalid_token' }
  if (problem.code !== 'insufficient_scope') return null
  const access = operation?.access ?? 'account'
  // No scope grants what only the account itself may do: naming one would send the client round in a circle.
  const hasScope = access !== 'account' && access !== 'operator' && access !== 'public'
  return { error: 'insufficient_scope', ...(hasScope ? { scope: access } : {}) }
}

const parameter = (name: string, value: string | undefined) => (value === undefined ? '' : `, ${name}="${value}"`)

/**
 * The `WWW-Authenticate` header with the error and scope of a problem (RFC 6750 §3) and the address of the protected
 * resource's metadata (RFC 9728 §5.1). Empty for a problem without a challenge.
 */
function challenge(problem: Problem, endpoint: Endpoint): Record<string, string> {
  const found = errorOf(problem, endpoint)
  if (!found) return {}
  const { metadataUrl, scope } = endpoint.resource
  const error = parameter('error', found.error) + parameter('scope', found.scope)
  const asked = problem.status === 401 ? parameter('scope', scope) : ''
  const metadata = parameter('resource_metadata', metadataUrl())
  return { 'www-authenticate': `Bearer realm="Verbatim"${error}${metadata}${asked}` }
}

/**
 * Turns any error into the reply that the caller gets: a 422 as FastAPI's HTTPValidationError, everything else as problem
 * details (RFC 9457), and all of it in OpenAI's shape for an operation or a client of its API. An unexpected error is a 500 without details; the log has them under the same request id.
 */
export function toErrorReply(error: unknown, context: RequestContext): Reply {
  const { endpoint, requestId } = context
  const operation = endpoint?.operation ?? null
  const isOpenAi = context.isOpenAi ?? operation?.errors === 'openai'
  if (error instanceof RequestInvalid) {
    if (isOpenAi) return asOpenAiInvalid(error)
    const code = operation?.invalidAs ? { error: operation.invalidAs } : {}
    return { status: 422, body: { ...code, detail: error.details } }
  }
  const problem = toProblem(error)
  const request = { request_id: requestId, operation: endpoint?.id }
  if (!(error instanceof Problem)) logFailure('error', 'a request failed', { ...request, error })
  else if (problem.status >= 500)
    log.warn('a request was refused', { ...request, code: problem.code, cause: problem.cause })
  if (problem.status === 422 && !isOpenAi) return asValidationError(problem, operation)
  const retry = problem.retryAfterSeconds === null ? {} : { 'retry-after': String(problem.retryAfterSeconds) }
  const common = { 'cache-control': 'no-store', ...retry, ...(endpoint ? challenge(problem, endpoint) : {}) }
  if (isOpenAi) {
    const reply = asOpenAiError(problem)
    return { ...reply, headers: { ...reply.headers, ...common } }
  }
  const headers = { 'content-type': 'application/problem+json', ...common }
  return { status: problem.status, body: toProblemBody(problem, requestId), headers }
}
