const XML_DECLARATION = /^\s{0,64}<\?xml\s[^<>]{0,100}?\bencoding\s{0,4}=\s{0,4}["']([\w.:-]{1,40})["']/
const HEAD_BYTES = 256

/** The charset that an XML declaration names. A declared UTF-16 is wrong: real UTF-16 was recognised by its bytes. */
export function xmlCharset(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES))
  const charset = XML_DECLARATION.exec(head)?.[1]?.toLowerCase() ?? ''
  return charset.startsWith('utf-16') || charset.startsWith('ucs-2') ? '' : charset
}

/** The byte order of UTF-16 by its mark, or by the NUL in a first Latin letter; null for any other text. */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
}

/** The decoded text; null for an unknown charset, and where bytes do not fit it. */
function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null
    throw error
  }
}

/**
 * Decodes an XML file as every browser can: in UTF-16 if its bytes are that, else in UTF-8 if they are valid, else in the
 * charset that it declares, else in windows-1252. Drops the byte order mark.
 */
export function decodeXml(bytes: Uint8Array): string {
  const wide = utf16Order(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  const declared = xmlCharset(bytes)
  return (
    decodeStrictly(bytes, 'utf-8') ??
    (declared === '' ? null : decodeStrictly(bytes, declared)) ??
    new TextDecoder('windows-1252').decode(bytes)
  )
}
