import { getDomain } from 'tldts'

/**
 * The part of a host name that its owner registered, by the public suffix list with its private part: `example.co.uk`
 * for `feeds.example.co.uk`, `a.github.io` for itself. Null for an address, and for a host whose subdomains or paths
 * belong to different owners (`co.uk`, `s3.amazonaws.com`).
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true })
}

/** Whether one owner has registered both hosts. */
export function haveSameOwner(host: string, other: string): boolean {
  const domain = registrableDomain(host)
  return domain !== null && domain === registrableDomain(other)
}
