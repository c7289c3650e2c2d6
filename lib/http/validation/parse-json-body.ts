import { isUtf8 } from 'node:buffer'
import { jsonError } from './json-error'
import { RequestInvalid } from './validation-detail'

/** To make one takes longer than to decode a body. */
const DECODER = new TextDecoder()
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
  const malformedAt = isUtf8(rawBody) ? null : utf8Error(rawBody)
  if (malformedAt !== null) refuse(malformedAt, 'Invalid UTF-8: send the body encoded as UTF-8')
  const text = DECODER.decode(rawBody)
  const fault = jsonError(text)
  if (fault) refuse(fault.position, fault.error)
  return JSON.parse(text)
}

/** The position, in code points, of the first byte sequence that is not UTF-8; null where all is. Linear. */
export function utf8Error(bytes: Uint8Array): number | null {
  // Malformed bytes decode to U+FFFD, so the text written back differs first at the first of them.
  const rewritten = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  let codePoints = 0
  for (let index = 0; index < rewritten.length; index++) {
    const byte = rewritten[index]
    if (byte !== bytes[index]) return isContinuation(byte) ? codePoints - 1 : codePoints
    if (!isContinuation(byte)) codePoints++
  }
  return null
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
