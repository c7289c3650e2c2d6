import { isServiceStopping } from '../concurrency/stopping'
import { isDatabaseUnavailable } from '../db/log-failure'
import { env } from '../env'
import type { Prisma } from '../generated/prisma/client'
import { withOurCommands } from '../programs/our-command'
import { diskProblem } from '../storage/disk-space'
import { Problem } from './problem'
import type { ProblemBody } from './problem-schema'
import { problemRow } from './problem-table'

/** A problem as RFC 9457 problem details. `requestId` is for the caller to quote; null in a job. */
export function toProblemBody(problem: Problem, requestId: string | null = null): ProblemBody {
  const row = problemRow(problem.code)
  return {
    type: `${env().baseUrl}/docs/errors#${problem.code}`,
    title: row.title,
    status: row.status,
    detail: withOurCommands(problem.message),
    code: problem.code,
    retryable: row.retryable && problem.context.retryable !== false,
    retry_after: problem.retryAfterSeconds,
    request_id: requestId,
    context: problem.context,
  }
}

/** A problem as it is stored in a JSON column. */
export function toProblemJson(problem: Problem): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(toProblemBody(problem)))
}

function lacksHandles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}

/**
 * Any error as a problem: a Problem as it is, a full disk as `storage_unavailable`; an unavailable database, a stopping
 * service and a lack of file handles as `service_unavailable`; everything else as `internal_error` without internals.
 */
export function toProblem(error: unknown): Problem {
  const known = diskProblem(error)
  if (known instanceof Problem) return known
  const passes = isDatabaseUnavailable(error) || isServiceStopping(error) || lacksHandles(error)
  return new Problem(passes ? 'service_unavailable' : 'internal_error', { cause: error })
}
