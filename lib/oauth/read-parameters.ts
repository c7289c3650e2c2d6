import { Readable } from 'node:stream'
import { z } from 'zod'
import { readBody } from '@/lib/net/read-body'
import { Problem } from '@/lib/platform/problem'
import { OAuthError } from './oauth-error'

const MAX_BYTES = 64 * 1024

const jsonSchema = z.record(z.string(), z.unknown())

async function readText(request: Request): Promise<string> {
  if (!request.body) return ''
  const body: AsyncIterable<Uint8Array> = request.body
  try {
    return new TextDecoder().decode(await readBody({ body: Readable.from(body) }, MAX_BYTES))
  } catch (error) {
    if (error instanceof Problem && error.code === 'file_too_large') throw new Problem('body_too_large')
    throw error
  }
}

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

/**
 * The parameters of a request to OAuth, from wherever they came: what is empty counts for absent, and only `resource` may
 * be there twice (RFC 6749 §3.1, RFC 8707). Throws `invalid_request`.
 */
export function checkParameters(entries: Iterable<[string, string]>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value === '') continue
    if (value.includes('\u0000') || !value.isWellFormed())
      throw new OAuthError('invalid_request', `${name} is no text.`)
    if (name !== 'resource' && parameters.has(name)) {
      throw new OAuthError('invalid_request', 'A parameter is there more than once.')
    }
    parameters.append(name, value)
  }
  return parameters
}

/** The parameters in a request's body, a form or JSON, at most 64 KiB. Throws `invalid_request`, `body_too_large`. */
export async function readParameters(request: Request): Promise<URLSearchParams> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1)
  return checkParameters(parse(type.trim().toLowerCase(), await readText(request)))
}
