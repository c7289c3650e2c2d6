import { parseUrl } from '@/lib/core/http/parse-url'

const MAX_CHARACTERS = 8192

/** An address in a document as an absolute one; null when it is missing, unreasonably long or neither http nor https. */
export function resolveUrl(address: string | undefined, base: string): string | null {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > MAX_CHARACTERS) return null
  const url = parseUrl(text, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null
}
