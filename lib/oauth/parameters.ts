import { z } from 'zod'
import { readRequestText } from '@/lib/core/http/read-request-body'
import { linkField } from '@/lib/core/operations/text-field'
import { CLIENT_SCOPES, DEFAULT_CLIENT_SCOPE, oauthParameters } from './contract'
import { issuer, resources } from './metadata'
import { OAuthError } from './oauth-error'

const jsonSchema = z.record(z.string(), z.unknown())

function parseJson(text: string): [string, string][] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new OAuthError('invalid_request', 'The body is no JSON.')
  }
  const object = jsonSchema.safeParse(value)
  if (!object.success) throw new OAuthError('invalid_request', 'The body should be a JSON object.')
  return Object.entries(object.data).flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given]).flatMap((one: unknown) => (typeof one === 'string' ? [[name, one]] : [])),
  ) as [string, string][]
}

function parse(type: string, text: string): Iterable<[string, string]> {
  if (text === '') return []
  if (type === 'application/json') return parseJson(text)
  if (type === 'application/x-www-form-urlencoded' || type === '') return new URLSearchParams(text)
  throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.', { status: 415 })
}

/** `resource` may be there several times (RFC 8707); this server has two. */
const MAX_RESOURCES = 10

const fields: Readonly<Record<string, z.ZodString>> = oauthParameters.shape
const otherField = linkField()

function checkParameter(name: string, value: string): void {
  const { maxLength } = fields[name] ?? otherField
  if (maxLength !== null && value.length > maxLength) {
    throw new OAuthError('invalid_request', `${name.slice(0, 100)} should have at most ${maxLength} characters.`)
  }
  if (value.includes('\u0000') || !value.isWellFormed()) throw new OAuthError('invalid_request', `${name} is no text.`)
}

/**
 * The parameters of a request to OAuth, from wherever they came: what is empty counts for absent, and only `resource` may
 * be there twice (RFC 6749 §3.1, RFC 8707). Throws `invalid_request`.
 */
export function checkParameters(entries: Iterable<[string, string]>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value === '') continue
    checkParameter(name, value)
    if (name !== 'resource' && parameters.has(name)) {
      throw new OAuthError('invalid_request', 'A parameter is there more than once.')
    }
    parameters.append(name, value)
  }
  if (parameters.getAll('resource').length > MAX_RESOURCES) {
    throw new OAuthError('invalid_request', `resource should be there at most ${MAX_RESOURCES} times.`)
  }
  return parameters
}

/** The parameters in a request's body, a form or JSON. Throws `invalid_request`, `body_too_large`, `body_too_slow`. */
export async function parseParameters(request: Request): Promise<URLSearchParams> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1)
  return checkParameters(parse(type.trim().toLowerCase(), await readRequestText(request, 'form')))
}

/** The names in a scope (RFC 6749 §3.3), each once. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))]
}

/** The names that are scopes of clients. */
export function knownScopes(names: readonly string[]): string[] {
  return names.filter((name) => CLIENT_SCOPES.some((scope) => scope === name))
}

/**
 * The part of a requested scope that a client can be granted; the default when none is requested. Unknown names, and
 * those that no client is granted, are left out, as RFC 6749 §3.3 allows: the response names what was granted. Throws
 * `invalid_scope` when nothing is left.
 */
export function parseScope(wanted: string | null): string {
  const names = scopeNames(wanted ?? '')
  if (names.length === 0) return DEFAULT_CLIENT_SCOPE
  const known = knownScopes(names)
  if (known.length > 0) return known.join(' ')
  throw new OAuthError('invalid_scope', `None of these scopes can be given. There are ${CLIENT_SCOPES.join(', ')}.`)
}

const withoutSlash = (uri: string) => (uri.endsWith('/') ? uri.slice(0, -1) : uri)

/**
 * The requested resource of a token (RFC 8707): null if the client names none or both. The API refuses a
 * token for the connector alone, and the other way round. Throws `invalid_target`.
 */
export function parseResource(wanted: readonly string[]): string | null {
  const ours: string[] = Object.values(resources())
  const known = wanted.map(withoutSlash)
  if (known.every((uri) => ours.includes(uri))) return new Set(known).size === 1 ? (known[0] ?? null) : null
  throw new OAuthError('invalid_target', `resource should be ${ours.join(' or ')}; this server is ${issuer()}.`)
}

/**
 * The resource of a token, by the client's request and the user's consent: never another than was allowed. Throws
 * `invalid_target`.
 */
export function checkResource(wanted: readonly string[], allowed: string | null): string | null {
  const resource = parseResource(wanted)
  if (resource === null || allowed === null || resource === allowed) return allowed ?? resource
  throw new OAuthError('invalid_target', 'resource is not the one that was allowed.')
}
