const LONGEST_NAME = 80

/** A title as a file's name on any system: no signs that a file system keeps for itself, no control characters, not long. */
export function fileName(title: string): string {
  const name = title
    .toWellFormed()
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
  return (
    Array.from(name)
      .slice(0, LONGEST_NAME)
      .join('')
      .replace(/^[. ]+|[. ]+$/g, '') || 'transcript'
  )
}

/**
 * A `Content-Disposition` that saves a document under its title (RFC 6266): an ASCII name for old clients, and the whole
 * one in UTF-8 (RFC 8187).
 */
export function contentDisposition(title: string, ending: string): string {
  const name = `${fileName(title)}.${ending}`
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replaceAll('%', '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
