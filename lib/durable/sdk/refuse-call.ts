import { DEFAULT_HEADERS } from '@/lib/core/http/default-headers'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'

/** The answer to a call of the functions that are not served. `reason` is logged. */
export function refuseCall(code: 'not_found' | 'internal_error', reason?: string): Response {
  if (reason) log.error('the durable functions are not served', { reason })
  const problem = new Problem(code)
  const requestId = newId()
  const headers = {
    ...DEFAULT_HEADERS,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  return new Response(JSON.stringify(toProblemBody(problem, requestId)), { status: problem.status, headers })
}
