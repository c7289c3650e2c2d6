import { LOOPBACK_HOSTS } from '@/lib/core/http/loopback-hosts'
import { parseUrl } from '@/lib/core/http/parse-url'

function differsInPortOnly(registered: string, wanted: URL): boolean {
  const url = new URL(registered)
  return (
    isLoopbackHttp(url) &&
    url.hostname === wanted.hostname &&
    url.pathname === wanted.pathname &&
    url.search === wanted.search
  )
}

/**
 * Whether an address is one of those that a client gave, letter by letter; only the port of http to its own machine is
 * free, because native apps learn theirs when they run (RFC 8252 §7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], wanted: string): boolean {
  if (!isAllowedRedirect(wanted)) return false
  if (registered.includes(wanted)) return true
  const url = new URL(wanted)
  return isLoopbackHttp(url) && registered.some((uri) => differsInPortOnly(uri, url))
}

/**
 * Schemes of well-known apps that are not written as a domain. Every other scheme without a dot is refused, because it
 * may open a system program (`ms-word:`, `search:`, `ssh:`) and no list of those is complete.
 */
const APP_SCHEMES = new Set(
  'claude cursor goose raycast vscode vscode-insiders vscodium warp windsurf zed'.split(' ').map((name) => `${name}:`),
)

/** A reversed domain name, the form of private schemes in RFC 8252 §7.1: the domain's owner owns the scheme. */
const REVERSE_DOMAIN = /^[a-z]{2,24}(?:\.[a-z0-9-]{1,63}){1,10}:$/

/** Some of a system's own programs are opened by a scheme with dots. */
const SYSTEM_SCHEME = /^(?:microsoft|windows|com\.(?:apple|microsoft))\./

/** Anything but visible ASCII, and what ends an address early or means several. */
const REFUSED_CHARACTERS = /[^\x21-\x7e]|[#*\\]/

const MAX_LENGTH = 2048

/** Whether a URL is plain http to the caller's own machine (RFC 8252 §7.3). */
function isLoopbackHttp(url: URL): boolean {
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

/** The target of a redirect URI for people: its host, or the private scheme of an app that has none. */
export function redirectHost(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

/** Chromium hands an answer at this host to one extension and opens nothing: the first part is the extension's ID. */
const EXTENSION_HOST = /^([a-p]{32})\.chromiumapp\.org$/

/** The target of a redirect URI, in words. */
export function redirectInWords(redirectUri: string): string {
  const url = new URL(redirectUri)
  if (isLoopbackHttp(url)) return `A program on this computer, at ${url.host}`
  const extension = url.protocol === 'https:' && EXTENSION_HOST.exec(url.host)?.[1]
  if (extension) return `The browser extension ${extension}`
  return url.protocol === 'https:' ? url.host : `The app that opens ${url.protocol} links`
}
