import { env } from '@/lib/platform/env'
import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'
import { parseUrl } from '@/lib/platform/parse-url'

/**
 * Whether a page of this origin may speak to the connector: ours, or in local mode any on this machine, such as an
 * inspector. What is no browser sends no `Origin`. Anything else is another site's page, which a name that is made to
 * resolve to this machine would let in (MCP, "Security Warning" of Streamable HTTP).
 */
export function isAllowedOrigin(origin: string | null): boolean {
  if (origin === null) return true
  const url = parseUrl(origin)
  if (!url) return false
  if (url.origin === new URL(env().baseUrl).origin) return true
  return env().localMode && /^https?:$/.test(url.protocol) && LOOPBACK_HOSTS.has(url.hostname)
}
