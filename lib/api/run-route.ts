import { keyHashOf } from '@/lib/accounts/authenticate'
import type { Operation, OperationInput } from '@/lib/platform/operation'
import type { Reply, Route } from '@/lib/platform/route'
import { authorise } from './authorise'
import { readBody } from './read-body'
import { validateRequest } from './validation/validate-request'

type Input = OperationInput<Operation>

async function takeShortWay({ shortWay }: Route, input: Input, headers: Headers): Promise<Reply | null> {
  const keyHash = shortWay ? keyHashOf(headers.get('authorization')) : null
  return shortWay && keyHash ? shortWay(input, keyHash) : null
}

/** An address's query, without parsing the rest of it: most have none. */
function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start))
}

/** One request through one route: its shape (422), then its credential (401, 403), then the handler. */
export async function runRoute(
  route: Route,
  request: Request,
  params: Record<string, string>,
): Promise<Reply | Response> {
  const { operation, handle } = route
  const rawBody = operation.body ? await readBody(request) : null
  const input: Input = validateRequest(operation, {
    params,
    query: queryOf(request.url),
    contentType: request.headers.get('content-type'),
    rawBody,
  })
  const short = await takeShortWay(route, input, request.headers)
  if (short) return short
  const actor = await authorise(operation, request.headers)
  return handle({ ...input, actor, request })
}
