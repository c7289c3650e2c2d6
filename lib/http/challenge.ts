import type { Problem } from '@/lib/platform/problem/problem'
import type { Endpoint } from './request-context'

function errorParameters(problem: Problem, { operation }: Endpoint): Record<string, string> | null {
  if (problem.code === 'missing_credentials') return {}
  if (problem.status === 401) return { error: 'invalid_token' }
  if (problem.code !== 'insufficient_scope') return null
  const access = operation?.access ?? 'account'
  // No scope grants what only the account itself may do: naming one would send the client round in a circle.
  const hasScope = access !== 'account' && access !== 'operator' && access !== 'public'
  return { error: 'insufficient_scope', ...(hasScope ? { scope: access } : {}) }
}

/**
 * The `WWW-Authenticate` header that tells a client what it lacks (RFC 6750 §3) and where the metadata of the protected
 * resource is (RFC 9728 §5.1). No header for other problems.
 */
export function challenge(problem: Problem, endpoint: Endpoint): Record<string, string> {
  const parameters = errorParameters(problem, endpoint)
  if (!parameters) return {}
  const { metadataUrl, scope } = endpoint.resource
  const asked = problem.status === 401 && scope !== undefined ? { scope } : {}
  const all = Object.entries({ realm: 'Verbatim', ...parameters, resource_metadata: metadataUrl(), ...asked })
  return { 'www-authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` }
}
