import type { ErrorCode, Problem } from './schema.js'

/** A code of the API, or one that a newer server has. */
export type Code = ErrorCode | (string & {})

/** What is wrong with one field of a request (422). */
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
  /** Of a 422: every field that is wrong. */
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

function isProblem(body: unknown): body is Problem {
  return isRecord(body) && typeof body.code === 'string' && typeof body.detail === 'string'
}

function isFieldErrors(value: unknown): value is FieldError[] {
  return Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.msg === 'string')
}

/** The error that a response stands for. Reads its body. */
export async function errorOf(response: Response): Promise<VerbatimError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  if (isProblem(body)) return new VerbatimError(body)
  const requestId = headers.get('x-request-id')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const rest = { status, request_id: requestId, retry_after: Number.isFinite(seconds) ? seconds : null }
  const fields = isRecord(body) && isFieldErrors(body.detail) ? body.detail : []
  const [first] = fields
  if (first) {
    const problem = { ...rest, code: first.type, detail: first.msg, retryable: false, context: first.ctx ?? {} }
    return new VerbatimError(problem, { fields })
  }
  const detail = `The server answered ${status} without a reason.`
  return new VerbatimError({ ...rest, code: 'internal_error', detail, retryable: status >= 500, context: {} })
}

/** The error of a server that can't be reached. */
export function unreachable(cause: unknown): VerbatimError {
  const detail = "The server can't be reached. Check its URL and that it is running."
  const nothing = { request_id: null, retry_after: null, context: {} }
  return new VerbatimError({ ...nothing, code: 'service_unavailable', status: 0, detail, retryable: true }, { cause })
}

/** What JSON says. Throws `VerbatimError` where a proxy or another server has answered with something else. */
export function parseJson(text: string, status: number) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const detail = 'The server answered with something else than JSON. Check its URL.'
    const nothing = { request_id: null, retry_after: null, context: {} }
    throw new VerbatimError({ ...nothing, code: 'internal_error', status, detail, retryable: false }, { cause })
  }
}
