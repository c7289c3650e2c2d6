import { CLIENT_SCOPES, DEFAULT_CLIENT_SCOPE } from './contract'
import { OAuthError } from './oauth-error'

/** The names in a scope (RFC 6749 §3.3), each once. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))]
}

/** Those of some names that a client can be given. */
export function knownScopes(names: readonly string[]): string[] {
  return names.filter((name) => CLIENT_SCOPES.some((scope) => scope === name))
}

/**
 * What of a wished-for scope a client can be given; the default where it wishes for nothing. Names that are not known
 * here, and those no client is ever given, are left out, as RFC 6749 §3.3 allows: the answer says what was given. Throws
 * `invalid_scope` where nothing is left.
 */
export function parseScope(wanted: string | null): string {
  const names = scopeNames(wanted ?? '')
  if (names.length === 0) return DEFAULT_CLIENT_SCOPE
  const known = knownScopes(names)
  if (known.length > 0) return known.join(' ')
  throw new OAuthError('invalid_scope', `None of these scopes can be given. There are ${CLIENT_SCOPES.join(', ')}.`)
}
