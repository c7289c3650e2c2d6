import { isLoopbackHttp } from './is-allowed-redirect'

/** Where a redirect URI leads, for people: its host, or the private scheme of an app that has none. */
export function redirectHost(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}

/** Where a redirect URI leads, in words. */
export function redirectInWords(redirectUri: string): string {
  const url = new URL(redirectUri)
  if (isLoopbackHttp(url)) return `A program on this computer, at ${url.host}`
  return url.protocol === 'https:' ? url.host : `The app that opens ${url.protocol} links`
}
