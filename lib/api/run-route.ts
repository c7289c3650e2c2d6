import type { IncomingMessage } from 'node:http'
import { countKeyUse } from '@/lib/accounts/api-keys/key-use'
import { requireCredential } from '@/lib/accounts/identify'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { clientAddress } from '@/lib/core/http/client-address'
import { readRequestBody } from '@/lib/core/http/read-request-body'
import type { Operation, OperationInput } from '@/lib/core/operations/operation'
import type { Reply, Route } from '@/lib/core/operations/route'
import { admitAddress, admitUser } from '@/lib/http/admit-caller'
import { requestHashOf } from '@/lib/http/idempotency/idempotency-table'
import { respondOnce } from '@/lib/http/idempotency/respond-once'
import type { RequestContext } from '@/lib/http/request-context'
import { validateRequest } from '@/lib/http/validation/validate-request'
import { authorise, identifyOptionally, isAuthorised, NOBODY } from './authorise'

type Input = OperationInput<Operation>

/**
 * A request as it arrived. `params` are the path's, percent-decoded; `incoming` is what Node received, and null where
 * Next, not our server, took the request.
 */
export type IncomingRequest = { request: Request; params: Record<string, string>; incoming: IncomingMessage | null }

/**
 * Checks the parts of a request that need no database: its shape (422), and that it bears a credential where one is needed (401).
 */
export async function checkRequest(operation: Operation, { request, params }: IncomingRequest): Promise<Input> {
  const rawBody = operation.body ? await readRequestBody(request, operation.bodyKind ?? 'json') : null
  const { headers, url } = request
  const query = new URL(url).searchParams
  const input = validateRequest(operation, { params, query, headers, rawBody })
  if (operation.access !== 'public') requireCredential(headers)
  return input
}

/** Admits the caller that the operation requires; a public operation requires none. */
async function admit(operation: Operation, request: Request, address: string | null, context: RequestContext) {
  const arrival = { request, address }
  if (operation.access !== 'public') {
    return admitUser(arrival, operation, context, () => authorise(operation.access, request))
  }
  await admitAddress(arrival, operation, context)
  return NOBODY
}

/**
 * Runs one request, with the input that `checkRequest` has found, through a route: checks its credential (401, 403) and
 * the rate limit (429), then calls the handler; only once for an Idempotency-Key that the operation honours. Headers that
 * every outcome bears are put into the context.
 */
export async function runRoute(
  route: Route,
  { request, incoming }: IncomingRequest,
  input: Input,
  context: RequestContext,
): Promise<Reply | Response> {
  const { operation, handle } = route
  const address = clientAddress(request.headers, incoming?.socket.remoteAddress ?? null)
  const actor = await admit(operation, request, address, context)
  if (actor.kind === 'api_key' && actor.keyId) countKeyUse({ userId: actor.userId, keyId: actor.keyId }, 'accepted')
  const identifyCaller = () => identifyOptionally(operation, request)
  const isStillAdmitted = () => isAuthorised(operation.access, request)
  // A caller without a credential is known by the network address alone.
  const owner = operation.access === 'public' ? `address ${address}` : userOwner(actor.userId)
  const { params, query, body } = input
  const call = { params, query, body, actor, address, identifyCaller, isStillAdmitted, request }
  const answer = () => withSlotOwner(owner, () => handle(call))
  const key = operation.idempotencyKey === true ? request.headers.get('idempotency-key') : null
  if (key === null) return answer()
  const keyed = { userId: actor.userId, key, requestHash: requestHashOf(operation, input) }
  return respondOnce(keyed, context, request.signal, answer)
}
