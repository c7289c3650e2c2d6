import { getDomain } from 'tldts'

/**
 * The name of a host that its owner registered, by the public suffix list with its private part: `feeds.example.co.uk` is
 * under `example.co.uk`, `a.github.io` under itself. Null for an address, and for a host under which others have names or
 * paths of their own (`co.uk`, `s3.amazonaws.com`): nobody speaks for all of it.
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true })
}

/** Whether one owner has registered both hosts. */
export function haveSameOwner(host: string, other: string): boolean {
  const domain = registrableDomain(host)
  return domain !== null && domain === registrableDomain(other)
}
