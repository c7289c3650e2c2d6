import { type ProblemCode, problemRow } from './problem-table'

type Options = {
  /** A sentence with a next step; the table’s own by default. */
  detail?: string
  /** Machine-readable details for the caller. Never a secret. */
  context?: Record<string, unknown>
  retryAfterSeconds?: number
  /** The underlying error: for the log only, never shown. */
  cause?: unknown
}

/**
 * An error that is shown to the caller: a code of the problem table, a sentence and details. Domain functions throw it;
 * the API, the pages and failed jobs show it. A 422 names the request field in `context.field`.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly context: Record<string, unknown>
  readonly retryAfterSeconds: number | null

  constructor(code: ProblemCode, options: Options = {}) {
    const { detail, status, retryAfterSeconds } = problemRow(code)
    // The stack of a caller's mistake says nothing, and capturing it takes longer than the response.
    const frames = Error.stackTraceLimit
    if (status < 500) Error.stackTraceLimit = 0
    super(options.detail ?? detail, options.cause === undefined ? undefined : { cause: options.cause })
    Error.stackTraceLimit = frames
    this.code = code
    this.context = options.context ?? {}
    this.retryAfterSeconds = this.context.retryable === false ? null : (options.retryAfterSeconds ?? retryAfterSeconds)
  }

  get status(): number {
    return problemRow(this.code).status
  }
}

/** The problems with which this service fails, whatever it was asked for. */
const OWN_FAULTS: ReadonlySet<ProblemCode> = new Set(['internal_error', 'service_unavailable', 'storage_unavailable'])

/**
 * Whether an error that was thrown while a source was read says something about the source. What comes from the database, the
 * disk, a worker thread or a defect of this service does not: it is one of the problems above, or no Problem.
 */
export function isSourceFault(error: unknown): error is Problem {
  return error instanceof Problem && !OWN_FAULTS.has(error.code)
}
