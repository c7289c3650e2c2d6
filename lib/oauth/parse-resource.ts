import { issuer, resources } from './issuer'
import { OAuthError } from './oauth-error'

const withoutSlash = (uri: string) => (uri.endsWith('/') ? uri.slice(0, -1) : uri)

/**
 * What a client wants its token for (RFC 8707): one of ours, or null where it says nothing or names both. The API refuses a
 * token for the connector alone, and the other way round. Throws `invalid_target`.
 */
export function parseResource(wanted: readonly string[]): string | null {
  const ours: string[] = Object.values(resources())
  const known = wanted.map(withoutSlash)
  if (known.every((uri) => ours.includes(uri))) return new Set(known).size === 1 ? (known[0] ?? null) : null
  throw new OAuthError('invalid_target', `resource should be ${ours.join(' or ')}; this server is ${issuer()}.`)
}

/**
 * What a token is for, of what a client wants it for now and what the user allowed: never another than was allowed. Throws
 * `invalid_target`.
 */
export function checkResource(wanted: readonly string[], allowed: string | null): string | null {
  const resource = parseResource(wanted)
  if (resource === null || allowed === null || resource === allowed) return allowed ?? resource
  throw new OAuthError('invalid_target', 'resource is not the one that was allowed.')
}
