import type { Dispatcher } from 'undici'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { guardedAgent } from './guarded-agent'

/** The HTTP proxy through which a platform is reached: its own, else the general one. Undefined: straight out. */
export function egressProxyUrl(platform?: string): string | undefined {
  return env().egressProxies[platform ?? ''] ?? env().EGRESS_PROXY_URL
}

/** The guarded way out for links that users give, through the proxy configured for the platform. One for each proxy. */
export function egressDispatcher(platform?: string): Dispatcher {
  const proxyUrl = egressProxyUrl(platform)
  return singleton(`way-out ${proxyUrl ?? ''}`, () => guardedAgent({ proxyUrl }))
}
