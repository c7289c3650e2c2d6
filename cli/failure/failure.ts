import { ApiError } from '@/lib/api/client'
import type { ProblemBody } from '@/lib/core/problem/problem-schema'

/** The failures of the command line itself, by code and title. */
const TITLES = {
  usage: 'Wrong usage',
  not_signed_in: 'Not signed in',
  file_unreadable: 'File not readable',
  output_unwritable: 'Output not writable',
  timeout: 'Out of time',
  interrupted: 'Interrupted',
  terminated: 'Terminated',
} as const
type LocalCode = keyof typeof TITLES

/** A failure with the face of one of the API's problems, so that scripts read one shape. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly problem: ProblemBody
  private readonly code: LocalCode

  constructor(code: LocalCode, detail: string, options: ErrorOptions & { context?: Record<string, unknown> } = {}) {
    super(detail, options)
    const { context = {} } = options
    const facts = { status: 0, retryable: code === 'timeout', retry_after: null, request_id: null }
    this.problem = { type: 'about:blank', title: TITLES[code], detail, code, ...facts, context }
    this.code = code
  }

  /** The same failure with an added sentence. */
  adding(more: string, context: Record<string, unknown>): Failure {
    return new Failure(this.code, `${this.problem.detail} ${more}`, { context })
  }
}

const SIGN_IN = 'You are not signed in. Run "verbatim login", or set VERBATIM_API_KEY.'

/** Any error as a problem. An unexpected one becomes `internal_error` with its own message. */
export function toProblem(error: unknown): ProblemBody {
  if (error instanceof Failure) return error.problem
  if (error instanceof ApiError) {
    // The typed client takes whatever its fetch throws for a server that can't be reached.
    if (error.cause instanceof Failure) return error.cause.problem
    return error.problem.code === 'missing_credentials' ? { ...error.problem, detail: SIGN_IN } : error.problem
  }
  const detail = error instanceof Error ? error.message : String(error)
  const facts = { status: 0, retryable: false, retry_after: null, request_id: null, context: {} }
  return { type: 'about:blank', title: 'Internal error', detail, code: 'internal_error', ...facts }
}
