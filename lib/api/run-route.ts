import { keyHashOf } from '@/lib/accounts/authenticate'
import { identifyLocalPage } from '@/lib/accounts/identify'
import { countPublicCall, countUsersCall } from '@/lib/limits/count-call'
import { countWrongCredential } from '@/lib/limits/count-wrong-credential'
import { knownBearer, rememberBearer } from '@/lib/limits/known-bearers'
import type { Actor } from '@/lib/platform/actor'
import { clientAddress } from '@/lib/platform/client-address'
import type { Operation, OperationInput } from '@/lib/platform/operation'
import { readRequestBody } from '@/lib/platform/read-request-body'
import type { Reply, Route } from '@/lib/platform/route'
import { withSlotOwner } from '@/lib/platform/slot-owner'
import { authorise, identifyOptionally } from './authorise'
import { requestHashOf } from './idempotency/claim-key'
import { respondOnce } from './idempotency/respond-once'
import type { RequestContext } from './request-context'
import { validateRequest } from './validation/validate-request'

type Input = OperationInput<Operation>

/** A request as it arrived. `params` are the path's, percent-decoded; `peer` is the other end, where it is known. */
export type IncomingRequest = { request: Request; params: Record<string, string>; peer: string | null }

/**
 * The short way, for keys that this process has seen take the ordinary one. The call is counted when it has its answer:
 * the statement that gives it says that the key still holds.
 */
async function takeFastPath({ operation, fastPath }: Route, input: Input, request: Request, context: RequestContext) {
  const keyHash = fastPath ? keyHashOf(request.headers.get('authorization')) : null
  const userId = keyHash && knownBearer(keyHash)
  const reply = fastPath && userId ? await fastPath(input, keyHash) : null
  if (!reply || !userId) return null
  await countUsersCall(operation, userId, context.headers)
  context.isShort = true
  return reply
}

/** An address's query, without parsing the rest of it: most have none. */
function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start))
}

async function readInput(operation: Operation, { request, params }: IncomingRequest): Promise<Input> {
  const rawBody = operation.body ? await readRequestBody(request, 'json') : null
  return validateRequest(operation, { params, query: queryOf(request.url), headers: request.headers, rawBody })
}

/** Who calls. A wrong key is counted by the address that it comes from. */
async function authoriseOrCount(operation: Operation, request: Request, address: string | null): Promise<Actor> {
  try {
    return await authorise(operation, request)
  } catch (error) {
    await countWrongCredential(error, request.headers, address)
    throw error
  }
}

/** Counts a call, but not those of whoever sits at this machine. */
async function countCall(
  { operation }: Route,
  actor: Actor,
  request: Request,
  address: string | null,
  { headers }: RequestContext,
) {
  if (operation.access !== 'public') {
    if (actor.kind !== 'local') await countUsersCall(operation, actor.userId, headers)
  } else if (!(await identifyLocalPage(request))) await countPublicCall(operation, address, headers)
}

/**
 * One request through one route: its shape (422), then its credential (401, 403), then its turn (429), then the handler;
 * once only where the request bears an Idempotency-Key that the operation honours. What answers the request bears in any
 * case is put into the occasion's headers.
 */
export async function runRoute(
  route: Route,
  arrival: IncomingRequest,
  context: RequestContext,
): Promise<Reply | Response> {
  const { operation, handle, fastPath } = route
  const { request, peer } = arrival
  const input = await readInput(operation, arrival)
  const short = await takeFastPath(route, input, request, context)
  if (short) return short
  const address = clientAddress(request.headers, peer)
  const actor = await authoriseOrCount(operation, request, address)
  const keyHash = fastPath && actor.kind === 'api_key' ? keyHashOf(request.headers.get('authorization')) : null
  if (keyHash) rememberBearer(keyHash, actor.userId)
  await countCall(route, actor, request, address, context)
  const identifyCaller = () => identifyOptionally(operation, request)
  // Whoever calls without a credential is known by the address alone.
  const owner = operation.access === 'public' ? `address ${address}` : `user ${actor.userId}`
  const answer = () => withSlotOwner(owner, () => handle({ ...input, actor, address, identifyCaller, request }))
  const key = operation.idempotencyKey ? request.headers.get('idempotency-key') : null
  if (key === null) return answer()
  const call = { userId: actor.userId, key, requestHash: requestHashOf(operation, input) }
  return respondOnce(call, context, request.signal, answer)
}
