import type http from 'node:http'

export type Encoding = 'identity' | 'gzip' | 'br'

/** The best encoding that a request takes by name; one it weighs with nothing it does not take. */
export function acceptedEncoding({ headers }: Pick<http.IncomingMessage, 'headers'>): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0{1,3})?$/.test(part))
    .map((part) => part.split(';', 1)[0])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}
