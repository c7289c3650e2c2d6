import type { IncomingMessage } from 'node:http'
import { countKeyUse } from '@/lib/accounts/api-keys/key-use'
import { keyHashOf } from '@/lib/accounts/authenticate'
import { requireCredential } from '@/lib/accounts/identify'
import { userOwner, withSlotOwner } from '@/lib/core/concurrency/slot-owner'
import { clientAddress } from '@/lib/core/http/client-address'
import { readRequestBody } from '@/lib/core/http/read-request-body'
import { takeReceivedBody } from '@/lib/core/http/received-body'
import type { Operation, OperationInput } from '@/lib/core/operations/operation'
import type { Reply, Route } from '@/lib/core/operations/route'
import { admitAddress, admitUser } from '@/lib/http/admit-caller'
import type { RequestContext } from '@/lib/http/request-context'
import { validateRequest } from '@/lib/http/validation/validate-request'
import { requestHashOf } from '@/lib/idempotency/idempotency-table'
import { respondOnce } from '@/lib/idempotency/respond-once'
import { countUsersCall } from '@/lib/limits/count-call'
import { type KnownBearer, knownBearer, rememberBearer } from '@/lib/limits/known-bearers'
import { authorise, identifyOptionally, isAuthorised, NOBODY } from './authorise'

type Input = OperationInput<Operation>

/**
 * A request as it arrived. `params` are the path's, percent-decoded; `incoming` is what Node received, and null where
 * Next, not our server, took the request.
 */
export type IncomingRequest = { request: Request; params: Record<string, string>; incoming: IncomingMessage | null }

/**
 * The short way, for keys that this process has seen take the ordinary one. The call is counted when it has its answer:
 * the statement that finds it says that the key is still valid.
 */
async function takeFastPath({ operation, fastPath }: Route, input: Input, request: Request, context: RequestContext) {
  const keyHash = fastPath ? keyHashOf(request.headers.get('authorization')) : null
  const bearer = keyHash && knownBearer(keyHash)
  const reply = fastPath && bearer ? await fastPath(input, keyHash) : null
  if (!reply || !bearer) return null
  await countUsersCall(operation, bearer.userId, context.headers)
  countKeyUse(bearer, 'accepted')
  context.isShort = true
  return reply
}

const NO_QUERY = new URLSearchParams()

/** The query of a URL, without parsing the rest. Most operations take none, and this is on the fast path. */
function queryOf({ query }: Operation, url: string): URLSearchParams {
  const start = query ? url.indexOf('?') : -1
  return start < 0 ? NO_QUERY : new URLSearchParams(url.slice(start))
}

/** Checks what can be told from a request alone. */
function checkWhole(operation: Operation, { request, params }: IncomingRequest, rawBody: Uint8Array | null): Input {
  const { headers, url } = request
  const input = validateRequest(operation, { params, query: queryOf(operation, url), headers, rawBody })
  if (operation.access !== 'public') requireCredential(headers)
  return input
}

/**
 * Checks what can be told from a request alone: its shape (422), and that it bears a credential where one is needed (401).
 * Most of what is refused is refused here, and it throws at once where the body has been received.
 */
export function checkRequest(operation: Operation, arrival: IncomingRequest): Input | Promise<Input> {
  const { request, incoming } = arrival
  const received = operation.body ? takeReceivedBody(incoming) : null
  if (received !== undefined) return checkWhole(operation, arrival, received)
  return readRequestBody(request, operation.bodyKind ?? 'json').then((body) => checkWhole(operation, arrival, body))
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

/** Counts the use of an API key, and remembers it for the short way. */
function rememberKey({ fastPath }: Route, request: Request, bearer: KnownBearer): void {
  countKeyUse(bearer, 'accepted')
  const keyHash = fastPath ? keyHashOf(request.headers.get('authorization')) : null
  if (keyHash) rememberBearer(keyHash, bearer)
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
  const short = await takeFastPath(route, input, request, context)
  if (short) return short
  const address = clientAddress(request.headers, incoming?.socket.remoteAddress ?? null)
  const actor = await admit(operation, request, address, context)
  if (actor.kind === 'api_key' && actor.keyId) rememberKey(route, request, { userId: actor.userId, keyId: actor.keyId })
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
