import { identifyLocalPage } from '@/lib/accounts/identify'
import type { Actor } from '@/lib/core/actor'
import { countPublicCall, countUsersCall } from '@/lib/limits/count-call'
import { countWrongCredential } from '@/lib/limits/count-wrong-credential'
import type { Limited } from '@/lib/limits/policies'
import type { RequestContext } from './request-context'

/** `address` is the network address that the request came from; null when it is unknown. */
type Arrival = { request: Request; address: string | null }

/**
 * Identifies who sent a request and counts it towards their rate limit, from which the user of this machine is exempt. A
 * wrong credential is counted by address. Throws what `identifyCaller` does, and `rate_limited`.
 */
export async function admitUser<A extends Actor>(
  { request, address }: Arrival,
  limited: Limited,
  { headers }: RequestContext,
  identifyCaller: () => Promise<A>,
): Promise<A> {
  const actor = await identifyCaller().catch(async (error: unknown) => {
    await countWrongCredential(error, request.headers, address)
    throw error
  })
  if (actor.kind !== 'local') await countUsersCall(limited, actor.userId, headers)
  return actor
}

/**
 * Counts a request without a credential towards the limit of its address, unless a page of this machine's user sent it.
 * Throws `rate_limited`.
 */
export async function admitAddress(
  { request, address }: Arrival,
  limited: Limited,
  { headers }: RequestContext,
): Promise<void> {
  if (!(await identifyLocalPage(request))) await countPublicCall(limited, address, headers)
}
