import type { Dispatcher } from 'undici'
import { guardedAgent } from '@/lib/net/guarded-agent'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'

/** The one guarded way out for links that users give, through the configured proxy where there is one. */
export function wayOut(): Dispatcher {
  return singleton('way-out', () => guardedAgent({ proxyUrl: env().EGRESS_PROXY_URL }))
}
