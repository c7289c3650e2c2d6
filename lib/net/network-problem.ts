import { type Deadline, startDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'

const BAD_CERTIFICATE =
  "The source's certificate is not valid, so the link is not opened. Try again later, or upload the file."
const NO_SUCH_HOST = 'There is no server of that name. Check the link, or upload the file.'
const UNREACHABLE = "The source can't be reached right now. Nothing was charged. Try again, or upload the file."
const BROKEN_ANSWER = 'The source sent a damaged answer. Try again later, or upload the file.'

/** Error codes of Node, OpenSSL, zlib and undici, and what each means to the person who gave the link. First match wins. */
const FAILURES: readonly (readonly [RegExp, ProblemCode, string?])[] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME)$/, 'source_not_found', NO_SUCH_HOST],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'upstream_timeout'],
  [/^(EAI_|ECONN|EHOST|ENET|EPIPE|EADDRNOTAVAIL|UND_ERR_(SOCKET|ABORTED)$)/, 'upstream_timeout', UNREACHABLE],
  [
    /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_PRX_TLS)/,
    'upstream_changed',
    BAD_CERTIFICATE,
  ],
  [/^(INVALID_CA|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/, 'upstream_changed', BAD_CERTIFICATE],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UND_ERR_INFO)/, 'upstream_changed', BROKEN_ANSWER],
  [/^(Z_|ERR__ERROR_|ERR_BROTLI_|ERR_ZLIB_)/, 'upstream_changed', BROKEN_ANSWER],
]

function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * The problem of a failed connection, request or body for the user: `source_not_found` for a name that
 * does not exist, `upstream_timeout` for what did not answer, `upstream_changed` for TLS and protocol failures. A Problem
 * stays as it is. Null for what is no network failure: an abort by the caller, or a mistake of ours.
 */
export function networkProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  const code = codeOf(error)
  const failure = FAILURES.find(([pattern]) => pattern.test(code))
  if (failure === undefined) return null
  const [, problem, detail] = failure
  return new Problem(problem, { cause: error, ...(detail === undefined ? {} : { detail }) })
}

/** A deadline for another server: it aborts with Problem `upstream_timeout`, or with the caller's own reason before. */
export function startUpstreamDeadline(timeoutMs: number, callerSignal?: AbortSignal): Deadline {
  const signals = callerSignal ? [callerSignal] : []
  return startDeadline({ signals, timeoutMs, late: () => new Problem('upstream_timeout') })
}
