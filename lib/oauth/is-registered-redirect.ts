import { isAllowedRedirect, isLoopbackHttp } from './is-allowed-redirect'

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
