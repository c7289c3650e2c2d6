import { type ProblemCode, problemRow } from './problem-table'

type Options = {
  /** One friendly sentence with a next step; the table's own where absent. */
  detail?: string
  /** Machine-readable particulars, shown to the caller. Never a secret. */
  context?: Record<string, unknown>
  retryAfterSeconds?: number
  /** What really happened: for the log only, never shown. */
  cause?: unknown
}

/**
 * An error with a public face: a code of the one problem table, a sentence and particulars. Verbs throw it; the API,
 * the pages and failed jobs show it. A 422 one names the request field in `context.field`.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly context: Record<string, unknown>
  readonly retryAfterSeconds: number | null

  constructor(code: ProblemCode, options: Options = {}) {
    super(options.detail ?? problemRow(code).detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.context = options.context ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds ?? problemRow(code).retryAfterSeconds
  }

  get status(): number {
    return problemRow(this.code).status
  }
}
