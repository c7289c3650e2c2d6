import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dispatcher } from 'undici'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { guardedAgent } from './guard/guarded-agent'

/** The platform whose own proxy is used in the calls of `withOwnProxy` that are running. */
function ownProxy(): AsyncLocalStorage<string> {
  return singleton('own-proxy', () => new AsyncLocalStorage<string>())
}

/** The proxy of a platform that is used only when the platform blocks the service; null when there is none. */
export function blockedProxyUrl(platform: string): string | null {
  return env().EGRESS_PLATFORM_PROXIES === 'when_blocked' ? (env().egressProxies[platform] ?? null) : null
}

/** Runs something whose requests to a platform go through the platform's own proxy, also with `when_blocked`. */
export function withOwnProxy<T>(platform: string, run: () => Promise<T>): Promise<T> {
  return ownProxy().run(platform, run)
}

/** The HTTP proxy through which a platform is reached: its own, else the general one. Undefined: straight out. */
export function egressProxyUrl(platform = ''): string | undefined {
  const isHeldBack = blockedProxyUrl(platform) !== null && ownProxy().getStore() !== platform
  return (isHeldBack ? undefined : env().egressProxies[platform]) ?? env().EGRESS_PROXY_URL
}

/** The guarded way out for links that users give, through the proxy configured for the platform. One for each proxy. */
export function egressDispatcher(platform?: string): Dispatcher {
  const proxyUrl = egressProxyUrl(platform)
  return singleton(`way-out ${proxyUrl ?? ''}`, () => guardedAgent({ proxyUrl }))
}
