import { parseUrl } from '@/lib/core/http/parse-url'
import { isSealed } from '@/lib/net/link-credentials'

const MAX_CHARACTERS = 8192

/**
 * An address in a document as an absolute one; null when it is missing, unreasonably long or neither http nor https, and for a link
 * with sealed credentials, which no document knows.
 */
export function resolveUrl(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > MAX_CHARACTERS) return null
  const url = parseUrl(text, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null
  return isSealed(url.href) ? null : url.href
}
