/** UTF-16 by its byte order mark, or by the NUL that is in a Latin first letter; null for any other text. */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
}
