/** Whether a link's host is one of these domains or below one. A name that only looks like one is not. */
export function onDomain(url: URL, ...domains: readonly string[]): boolean {
  return domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
}
