import { clientAddress } from '@/lib/core/http/client-address'
import { currentPeer } from '@/lib/core/http/peer'
import { limitByAddress } from './limit-by-address'
import { addressPolicy } from './policies'

/**
 * Counts a request that asks for no credential as a call of a public operation, by the network address of its sender: for
 * what is no operation but as much work. Throws `rate_limited`.
 */
export async function limitPublicRequest(headers: Pick<Headers, 'get'>): Promise<void> {
  const policy = addressPolicy({})
  if (policy) await limitByAddress(policy, clientAddress(headers, currentPeer()))
}
