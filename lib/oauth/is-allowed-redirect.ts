import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'
import { parseUrl } from '@/lib/platform/parse-url'

/** Schemes that run, show or fetch something instead of waking an app. */
const REFUSED_SCHEMES = new Set(
  (
    'about blob chrome chrome-extension data edge file filesystem ftp intent javascript mailto ms-msdt search-ms sms ' +
    'smsto tel vbscript view-source ws wss'
  )
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/** Anything but visible ASCII, and what ends an address early or means several. */
const REFUSED_CHARACTERS = /[^\x21-\x7e]|[#*\\]/

const MAX_LENGTH = 2048

/** Whether a URL is plain http to the caller's own machine (RFC 8252 §7.3). */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)
}

/**
 * Whether a client may be sent back to this address: https, http to its own machine, or an app's private scheme
 * (RFC 8252 §7.1). Never a user name, a fragment, a wildcard, or a scheme that a browser would run.
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_LENGTH || REFUSED_CHARACTERS.test(uri)) return false
  const url = parseUrl(uri)
  if (!url) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return isLoopbackHttp(url)
  return url.protocol === 'https:' || !REFUSED_SCHEMES.has(url.protocol)
}
