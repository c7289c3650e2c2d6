import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'
import { parseUrl } from '@/lib/platform/parse-url'

/**
 * Schemes of well-known apps that are not written as a domain. Every other scheme without a dot is refused: it may open a
 * program of the system (`ms-word:`, `search:`, `ssh:`), and which ones there are nobody can list.
 */
const APP_SCHEMES = new Set(
  'claude cursor goose raycast vscode vscode-insiders vscodium warp windsurf zed'.split(' ').map((name) => `${name}:`),
)

/** A domain backwards, as private schemes should be written (RFC 8252 §7.1): whoever owns the domain owns the scheme. */
const REVERSE_DOMAIN = /^[a-z]{2,24}(?:\.[a-z0-9-]{1,63}){1,10}:$/

/** Some of a system's own programs are opened by a scheme with dots. */
const SYSTEM_SCHEME = /^(?:microsoft|windows|com\.(?:apple|microsoft))\./

/** Anything but visible ASCII, and what ends an address early or means several. */
const REFUSED_CHARACTERS = /[^\x21-\x7e]|[#*\\]/

const MAX_LENGTH = 2048

/** Whether a URL is plain http to the caller's own machine (RFC 8252 §7.3). */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)
}

/**
 * Whether a client may be sent back to this address: https, http to its own machine, or an app's private scheme
 * (RFC 8252 §7.1): a domain backwards, or one of the few well-known names. Never a user name, a fragment or a wildcard.
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_LENGTH || REFUSED_CHARACTERS.test(uri)) return false
  const url = parseUrl(uri)
  if (!url) return false
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return isLoopbackHttp(url)
  if (url.protocol === 'https:' || APP_SCHEMES.has(url.protocol)) return true
  return REVERSE_DOMAIN.test(url.protocol) && !SYSTEM_SCHEME.test(url.protocol)
}
