import type { LookupAddress, LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Problem } from '@/lib/core/problem/problem'
import { isPublicAddress } from './public-address'

/** Resolves a host name to all of its addresses, as `dns.promises.lookup` does. */
export type Resolve = (hostname: string, options: LookupAllOptions) => Promise<LookupAddress[]>

function judged(addresses: LookupAddress[]): LookupAddress[] {
  if (addresses.length === 0) throw new Problem('source_not_found')
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new Problem('blocked_url', { context: { field: 'url' } })
  }
  return addresses
}

/**
 * A lookup hook for a socket that refuses a name with Problem `blocked_url` when any of its addresses is not public. The
 * socket connects to the very addresses judged here, so a second answer of the DNS can't undo the judgement.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true })
      .then(judged)
      .then(
        (addresses) => {
          const [first] = addresses
          if (options.all || first === undefined) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error: Error) => callback(error, []),
      )
  }
}
