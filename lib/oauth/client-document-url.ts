import { parseUrl } from '@/lib/platform/parse-url'

const MAX_LENGTH = 500

/**
 * A client's id as the address of its metadata document (draft-ietf-oauth-client-id-metadata-document): https, with a
 * path, written as it is opened; null for any other id.
 */
export function clientDocumentUrl(clientId: string): URL | null {
  if (!clientId.startsWith('https://') || clientId.length > MAX_LENGTH) return null
  const url = parseUrl(clientId)
  if (!url) return null
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.pathname !== '/'
  return isPlain && url.href === clientId ? url : null
}

/** The host that vouches for a client by serving its document; null where nobody does. */
export function clientHost(clientId: string | null): string | null {
  return clientId === null ? null : (clientDocumentUrl(clientId)?.host ?? null)
}
