import type { ProblemBody } from '@/lib/core/problem/problem-schema'

export const EXIT_USAGE = 2
export const EXIT_AUTH = 3

/** The exit code when a result could not be written: EX_IOERR of sysexits.h. */
const EXIT_UNWRITABLE = 74

/** The exit code when the reader of the output has closed it: the code of a process that SIGPIPE ended. */
export const EXIT_BROKEN_PIPE = 141

/** The meaning of the exit codes, for help and documentation. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [0, 'it worked'],
  [1, "an internal error, or the server can't be reached"],
  [EXIT_USAGE, 'wrong usage'],
  [EXIT_AUTH, 'not signed in, or not allowed'],
  [4, "the link, file or ID can't be read"],
  [5, 'not in that language'],
  [6, 'the allowance does not reach'],
  [7, 'refused for now: too many requests, or the source blocks the server'],
  [EXIT_UNWRITABLE, 'the output cannot be written, for instance because the disk is full'],
  [124, 'the time of --timeout is over'],
  [130, 'interrupted by Ctrl-C'],
  [EXIT_BROKEN_PIPE, 'the reader of the output has closed it'],
]

const BY_CODE: Readonly<Record<string, number>> = {
  usage: EXIT_USAGE,
  missing_source: 2,
  conflicting_sources: 2,
  not_signed_in: EXIT_AUTH,
  insufficient_scope: EXIT_AUTH,
  operator_required: EXIT_AUTH,
  email_unverified: EXIT_AUTH,
  access_denied: EXIT_AUTH,
  expired_token: EXIT_AUTH,
  invalid_grant: EXIT_AUTH,
  file_unreadable: 4,
  output_unwritable: EXIT_UNWRITABLE,
  invalid_url: 4,
  unsupported_source: 4,
  blocked_url: 4,
  upstream_changed: 4,
  language_unavailable: 5,
  invalid_language: 5,
  upstream_failed: 7,
  upstream_timeout: 7,
  transcriber_unavailable: 1,
  timeout: 124,
  interrupted: 130,
  terminated: 143,
}

const BY_STATUS: Readonly<Record<number, number>> = {
  401: EXIT_AUTH,
  402: 6,
  403: EXIT_AUTH,
  404: 4,
  410: 4,
  413: 4,
  415: 4,
  422: EXIT_USAGE,
  429: 7,
  503: 7,
}

/** The exit code for a problem: by its code where that says more than its status. */
export function exitCodeOf({ code, status }: Pick<ProblemBody, 'code' | 'status'>): number {
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code] ?? 1
  return code.startsWith('source_') ? 4 : (BY_STATUS[status] ?? 1)
}
