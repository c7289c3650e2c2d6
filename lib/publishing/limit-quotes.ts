import { limitByAddress } from '@/lib/limits/limit-by-address'
import { addressPolicy } from '@/lib/limits/policies'
import { clientAddress } from '@/lib/platform/http/client-address'
import { currentPeer } from '@/lib/platform/http/peer'

/**
 * Counts what the link of a quote makes this server do as a call of a public operation, by the network address of whoever sent
 * the request. Throws `rate_limited`.
 */
export async function limitQuotes(headers: Pick<Headers, 'get'>): Promise<void> {
  const policy = addressPolicy({})
  if (policy) await limitByAddress(policy, clientAddress(headers, currentPeer()))
}
