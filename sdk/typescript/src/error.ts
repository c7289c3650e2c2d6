import type { ErrorCode, Problem } from './schema.js'

/** A code of the API, or one that a newer server has. */
export type Code = ErrorCode | (string & {})

/** The error of one field of a request (422). */
export type FieldError = { loc: (string | number)[]; msg: string; type: string; ctx?: Record<string, unknown> }

/**
 * A refused request, a failed job, or a server that can't be reached (`status` 0). Compare `code` with those of the
 * documentation.
 */
export class VerbatimError extends Error {
  override readonly name: string = 'VerbatimError'
  readonly code: Code
  readonly status: number
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** Seconds to wait before that; null if unknown. */
  readonly retryAfter: number | null
  /** For support. */
  readonly requestId: string | null
  readonly context: Record<string, unknown>
  /** The wrong fields of a 422. */
  readonly fields: FieldError[]

  constructor(problem: Omit<Problem, 'type' | 'title'>, options: ErrorOptions & { fields?: FieldError[] } = {}) {
    super(problem.detail, options)
    this.code = problem.code
    this.status = problem.status
    this.retryable = problem.retryable
    this.retryAfter = problem.retry_after
    this.requestId = problem.request_id
    this.context = problem.context
    this.fields = options.fields ?? []
  }
}

/** A job that has failed or was cancelled. */
export class JobError extends VerbatimError {
  override readonly name = 'JobError'
  readonly jobId: string

  constructor(jobId: string, problem: Problem) {
    super(problem)
    this.jobId = jobId
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.msg === 'string' && typeof value.type === 'string'

/** The error of a failed response, whose body it reads. */
export async function errorOf(response: Response): Promise<VerbatimError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  const told = isRecord(body) ? body : {}
  const seconds = /^\d{1,9}$/.test(headers.get('retry-after') ?? '') ? Number(headers.get('retry-after')) : null
  // Errors of other servers may have no more fields than these.
  const rest = {
    status,
    retryable: typeof told.retryable === 'boolean' ? told.retryable : status === 429 || status >= 500,
    retry_after: typeof told.retry_after === 'number' ? told.retry_after : seconds,
    request_id: typeof told.request_id === 'string' ? told.request_id : headers.get('x-request-id'),
    context: isRecord(told.context) ? told.context : {},
  }
  if (typeof told.code === 'string' && typeof told.detail === 'string') {
    return new VerbatimError({ ...rest, code: told.code, detail: told.detail })
  }
  const fields = Array.isArray(told.detail) ? told.detail.filter(isFieldError) : []
  const [first] = fields
  if (first) {
    const problem = { ...rest, code: first.type, detail: first.msg, retryable: false, context: first.ctx ?? {} }
    return new VerbatimError(problem, { fields })
  }
  return new VerbatimError({ ...rest, code: 'internal_error', detail: withoutReason(status) })
}

/** A browser does not tell the status of a redirect: it is 0 there. */
function withoutReason(status: number): string {
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  return isRedirect
    ? 'The server redirects to another address. Check its URL.'
    : `The server returned ${status} with no explanation.`
}

/** The error of a server that can't be reached. */
export function unreachable(cause: unknown): VerbatimError {
  const detail = "The server can't be reached. Check its URL and that it is running."
  const nothing = { request_id: null, retry_after: null, context: {} }
  return new VerbatimError({ ...nothing, code: 'service_unavailable', status: 0, detail, retryable: true }, { cause })
}

/** The error of an upload of which the server keeps nothing. */
export function noProgress(): VerbatimError {
  const detail = 'The server did not keep what was sent to it. Try again later.'
  const nothing = { request_id: null, retry_after: null, context: {} }
  return new VerbatimError({ ...nothing, code: 'storage_unavailable', status: 0, detail, retryable: true })
}

/** Parses JSON. Throws `VerbatimError` where a proxy or another server has answered with something else. */
export function parseJson(text: string, status: number) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const detail = 'The server returned something other than JSON. Check its URL.'
    const nothing = { request_id: null, retry_after: null, context: {} }
    throw new VerbatimError({ ...nothing, code: 'internal_error', status, detail, retryable: false }, { cause })
  }
}
