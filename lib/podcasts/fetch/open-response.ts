import { openLink } from '@/lib/net/open-link'
import type { OpenedUrl, OpenUrlOptions } from '@/lib/net/open-url'

const TOTAL_TIMEOUT_MS = 20_000
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/html;q=0.8, */*;q=0.7'

type Options = {
  signal: AbortSignal
  headers?: Record<string, string>
  maxBytes?: number
  stopAt?: OpenUrlOptions['stopAt']
}

/** Opens an address of a podcast through the egress for podcasts, in 20 s at most. Throws what `openLink` throws. */
export function openResponse(url: string, { headers = {}, ...options }: Options): Promise<OpenedUrl> {
  const asked = { platform: 'podcast', totalTimeoutMs: TOTAL_TIMEOUT_MS, headers: { accept: ACCEPT, ...headers } }
  return openLink(url, { ...asked, ...options })
}
