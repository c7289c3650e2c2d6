import type http from 'node:http'
import { Problem } from '@/lib/core/problem/problem'

/** Node itself refuses headers that are over 16 KiB together. */
const MAX_HEADERS = 100
const LONGEST_VALUE = 8 * 1024
const LONGEST_ADDRESS = 8 * 1024

/**
 * Headers that only describe the caller. They are cut, not refused: no user is refused because of a browser that sends
 * too much. Next looks for robots in `User-Agent` with a pattern whose cost grows with the square of its length.
 */
const CUT: Readonly<Record<string, number>> = { 'user-agent': 512, referer: 2048, 'accept-language': 512 }

function refusal(name: string, value: string): Problem | null {
  if (value.length <= LONGEST_VALUE) return null
  return new Problem('headers_too_large', {
    detail: `The header ${name} is over ${LONGEST_VALUE / 1024} KiB. Send a shorter one.`,
    context: { header: name, max_bytes: LONGEST_VALUE },
  })
}

/** Shortens a header wherever Node keeps it: both forms are read. */
function cut(request: http.IncomingMessage, at: number, name: string, length: number): void {
  const value = (request.rawHeaders[at + 1] ?? '').slice(0, length)
  request.rawHeaders[at + 1] = value
  request.headers[name] = value
  request.headersDistinct[name] = [value]
}

/**
 * Bounds the address and the headers of a request before anything reads them. Returns the problem of what is too long
 * or too much; what only describes the caller is cut to its length.
 */
export function limitHeaders(request: http.IncomingMessage): Problem | null {
  const { rawHeaders, url = '/' } = request
  if (url.length > LONGEST_ADDRESS) {
    return new Problem('address_too_long', { context: { max_bytes: LONGEST_ADDRESS } })
  }
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    const detail = `This request has more than ${MAX_HEADERS} headers. Send fewer.`
    return new Problem('headers_too_large', { detail, context: { max_headers: MAX_HEADERS } })
  }
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1] ?? ''
    if (value.length <= 512) continue
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const length = CUT[name]
    if (length !== undefined) cut(request, at, name, length)
    else {
      const problem = refusal(name, value)
      if (problem) return problem
    }
  }
  return null
}
