const LONGEST_NAME = 80

/** A title as a file name that is valid on any system: without reserved and control characters, 80 characters at most. */
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
      .replace(/^[. ]+|(?<![. ])[. ]+$/g, '') || 'transcript'
  )
}

/** A name as an extended header parameter in UTF-8 (RFC 8187). */
function extendedValue(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `UTF-8''${encoded}`
}

/** A `Content-Disposition` that saves a file under the name it was uploaded with (RFC 6266). */
export function attachment(name: string): string {
  return `attachment; filename*=${extendedValue(name)}`
}

/** A `Content-Disposition` that saves a document under its title; clients without RFC 8187 get the name in ASCII. */
export function titledAttachment(title: string, ending: string): string {
  const name = `${fileName(title)}.${ending}`
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replaceAll('%', '_')
  return `attachment; filename="${ascii}"; filename*=${extendedValue(name)}`
}
