import { env } from '@/lib/platform/env'
import type { Operation } from '@/lib/platform/operation'
import type { Problem } from '@/lib/platform/problem'

function parametersOf(problem: Problem, operation: Operation | null): Record<string, string> | null {
  if (problem.code === 'missing_credentials') return {}
  if (problem.status === 401) return { error: 'invalid_token' }
  if (problem.code !== 'insufficient_scope') return null
  const access = operation?.access ?? 'account'
  // No scope opens what is the account's own: to name one would send the client round in a circle.
  return { error: 'insufficient_scope', ...(access === 'account' || access === 'public' ? {} : { scope: access }) }
}

/**
 * The `WWW-Authenticate` that tells a client what it lacks (RFC 6750 §3), and where tokens for this API are given
 * (RFC 9728 §5.1).
 */
export function challenge(problem: Problem, operation: Operation | null): Record<string, string> {
  const parameters = parametersOf(problem, operation)
  if (!parameters) return {}
  const metadata = `${env().baseUrl}/.well-known/oauth-protected-resource`
  const all = Object.entries({ realm: 'Verbatim', ...parameters, resource_metadata: metadata })
  return { 'www-authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` }
}
