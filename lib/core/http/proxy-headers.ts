import type http from 'node:http'

/** Set by our HTTP server on a request that came with any header of a proxy, before Next adds its own to it. */
const FORWARDED_MARK = 'x-verbatim-forwarded'

/** Headers that reverse proxies, tunnels and content delivery networks add to what they pass on. */
const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:true-)?client-ip|x-real-ip|x-forwarded(?:-.*)?|x-original-.*|x-(?:client|cluster-client|originating|remote|proxyuser|appengine-user|envoy|azure|amzn|nginx)-.*|(?:cf|fly|fastly|ngrok|tailscale|x-tailscale|x-vercel|x-ms-proxy)-.*|x-verbatim-forwarded)$/i

/** Next writes these on everything it hands to a page, so that their presence alone means nothing there. */
const WRITTEN_BY_NEXT: ReadonlySet<string> = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
])

/** Whether a header is one that proxies add, and that Next does not write itself. */
export function isProxyHeader(name: string): boolean {
  return PROXY_HEADER.test(name) && !WRITTEN_BY_NEXT.has(name.toLowerCase())
}

/** Marks a request that a proxy passes on, while its headers are still those that arrived. */
export function markForwarded(request: http.IncomingMessage): void {
  if (!Object.keys(request.headers).some((name) => PROXY_HEADER.test(name))) return
  request.headers[FORWARDED_MARK] = '1'
  request.rawHeaders.push(FORWARDED_MARK, '1')
}
