import { Failure } from '../failure/failure'

export const DEFAULT_SERVER = 'http://localhost:3000'

/** A server's address as it is stored and called: no slash at its end, nothing but scheme, host, port and path. */
export function serverAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password || url.search || url.hash) {
    throw new Failure('usage', `"${given}" isn't a server URL. Use one such as ${DEFAULT_SERVER}.`)
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}
