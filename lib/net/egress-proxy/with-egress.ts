import { clearSingleton, singletonPromise } from '@/lib/core/concurrency/singleton'
import type { EgressRefusal, GrantOptions } from './egress-grant'
import { type EgressProxy, startEgressProxy } from './start-egress-proxy'

const NAME = 'egress-proxy'

export type Egress = {
  /** For the child alone: its token is in it. */
  proxyUrl: string
  /** The refusals so far. */
  refusals: readonly EgressRefusal[]
}

/**
 * Runs something that starts a child program, with a way out for it: an HTTP proxy URL that works until `run` has ended,
 * for the hosts allowed and no others. The proxy is started with the first use, one for the process.
 */
export async function withEgress<T>(options: GrantOptions, run: (egress: Egress) => Promise<T>): Promise<T> {
  const proxy = await singletonPromise(NAME, startEgressProxy)
  const { grant, proxyUrl } = proxy.open(options)
  try {
    return await run({ proxyUrl, refusals: grant.refusals })
  } finally {
    proxy.revoke(grant)
  }
}

/** Ends the proxy, if there is one, with all that is open. */
export async function closeEgressProxy(): Promise<void> {
  const proxy = await clearSingleton<Promise<EgressProxy>>(NAME)
  await proxy?.close()
}
