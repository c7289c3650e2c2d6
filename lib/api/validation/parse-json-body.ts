import { jsonError } from './json-error'
import { RequestInvalid } from './request-invalid'
import { utf8Error } from './utf8-error'

const JSON_TYPE = /^application\/(?:[^/]*\+)?json$/

function refuse(position: number, error: string): never {
  throw new RequestInvalid([
    { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } },
  ])
}

function isJsonType(contentType: string | null): boolean {
  const [essence = ''] = (contentType ?? '').split(';', 1)
  return JSON_TYPE.test(essence.trim().toLowerCase())
}

/**
 * The value of a request's body: null where there is none, its text where the content type is not JSON (which then fits
 * no model). Of a repeated key the last wins. Throws `RequestInvalid` with one `json_invalid` for what is no JSON.
 */
export function parseJsonBody(contentType: string | null, rawBody: Uint8Array | null): unknown {
  if (rawBody === null || rawBody.length === 0) return null
  if (!isJsonType(contentType)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(rawBody)
  const malformedAt = utf8Error(rawBody)
  if (malformedAt !== null) refuse(malformedAt, 'Invalid UTF-8: send the body encoded as UTF-8')
  const text = new TextDecoder().decode(rawBody)
  const fault = jsonError(text)
  if (fault) refuse(fault.position, fault.error)
  return JSON.parse(text)
}
