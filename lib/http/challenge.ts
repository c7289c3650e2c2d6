import type { Problem } from '@/lib/core/problem/problem'
import type { Endpoint } from './request-context'

/** The error that a challenge names, and the scope that it asks for; null for a problem without a challenge. */
function errorOf(problem: Problem, { operation }: Endpoint): { error?: string; scope?: string } | null {
  if (problem.code === 'missing_credentials') return {}
  if (problem.status === 401) return { error: 'invalid_token' }
  if (problem.code !== 'insufficient_scope') return null
  const access = operation?.access ?? 'account'
  // No scope grants what only the account itself may do: naming one would send the client round in a circle.
  const hasScope = access !== 'account' && access !== 'operator' && access !== 'public'
  return { error: 'insufficient_scope', ...(hasScope ? { scope: access } : {}) }
}

const parameter = (name: string, value: string | undefined) => (value === undefined ? '' : `, ${name}="${value}"`)

/**
 * The `WWW-Authenticate` header with the error and scope of a problem (RFC 6750 §3) and the address of the protected
 * resource's metadata (RFC 9728 §5.1). Empty for a problem without a challenge.
 */
export function challenge(problem: Problem, endpoint: Endpoint): Record<string, string> {
  const found = errorOf(problem, endpoint)
  if (!found) return {}
  const { metadataUrl, scope } = endpoint.resource
  const error = parameter('error', found.error) + parameter('scope', found.scope)
  const asked = problem.status === 401 ? parameter('scope', scope) : ''
  const metadata = parameter('resource_metadata', metadataUrl())
  return { 'www-authenticate': `Bearer realm="Verbatim"${error}${metadata}${asked}` }
}
