import type { Inngest, InngestFunction } from 'inngest'
import { serve } from 'inngest/edge'
import { env } from '@/lib/core/env'
import { defaultHeaders } from '@/lib/core/http/default-headers'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblemBody } from '@/lib/core/problem/problem-body'
import type { Handler } from '../context'
import { type InngestMode, inngestMode } from '../inngest-mode'
import { watchSignatures } from './watch-signatures'

/** Where an Inngest server finds the functions. */
export const FUNCTIONS_PATH = '/api/inngest'

type Served = { client: Inngest.Any; functions: readonly InngestFunction.Any[]; mode?: InngestMode }

function refuse(code: 'not_found' | 'internal_error'): Response {
  const problem = new Problem(code)
  const requestId = newId()
  const headers = {
    ...defaultHeaders(),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  return new Response(JSON.stringify(toProblemBody(problem, requestId)), { status: problem.status, headers })
}

/**
 * The handler of FUNCTIONS_PATH: with an Inngest server it serves the functions to signed calls alone (the SDK checks);
 * in the embedded mode it is a 404, because only this process may call them.
 */
export function functionsEndpoint({ client, functions, mode = inngestMode() }: Served): Handler {
  if (mode.kind === 'embedded') return async () => refuse('not_found')
  if (mode.kind === 'refused') {
    return async () => {
      log.error('the durable functions are not served', { reason: mode.reason })
      return refuse('internal_error')
    }
  }
  let served: Handler | undefined
  return (request) => {
    // Made with the first request: while pages are built the address is not known.
    served ??= watchSignatures(serve({ client, functions, serveOrigin: env().baseUrl, servePath: FUNCTIONS_PATH }))
    return served(request)
  }
}
