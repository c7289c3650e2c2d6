import { readFileSync } from 'node:fs'
import { clearSingleton, singleton } from '@/lib/core/concurrency/singleton'
import { setEnv } from '@/lib/core/env'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { guardedAgent } from '@/lib/net/guard/guarded-agent'
import type { Origin } from './start-origin'

/**
 * Sends what this process asks of the internet to an origin, https included, and has children do the same that take
 * over its environment. Node reads `NODE_EXTRA_CA_CERTS` when it starts only, so in this process the way out of this
 * proxy, which `egressDispatcher` makes once, is made here beforehand: the same guarded agent, trusting the origin's authority.
 * Call it at any time before or after the code that asks; the last origin trusted is the one asked.
 */
export function trustOrigin({ proxyUrl, caFile }: Pick<Origin, 'proxyUrl' | 'caFile'>): void {
  // Vite puts its own base path, `/`, into every test's environment under this name.
  const baseUrl = process.env.BASE_URL === '/' ? '' : (process.env.BASE_URL ?? '')
  setEnv({ BASE_URL: baseUrl, EGRESS_PROXY_URL: proxyUrl, NODE_EXTRA_CA_CERTS: caFile, SSL_CERT_FILE: caFile })
  const name = `way-out ${proxyUrl}`
  clearSingleton(name)
  const trusting = singleton(name, () => guardedAgent({ proxyUrl, ca: readFileSync(caFile, 'utf8') }))
  if (egressDispatcher() !== trusting)
    throw new Error('wayOut keeps its dispatchers under another name by now: use it here too')
}
