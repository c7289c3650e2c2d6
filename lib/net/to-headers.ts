import type { IncomingHttpHeaders } from 'node:http'

// Servers send raw UTF-8 in header values (titles, file names), but a Headers object takes bytes only.
function byteString(value: string): string {
  return /[\u0100-\uffff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value
}

/** The headers of an answer as a web `Headers` object, lines that came several times kept apart or joined as it does. */
export function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming)) {
    for (const line of [value ?? []].flat()) headers.append(name, byteString(line))
  }
  return headers
}
