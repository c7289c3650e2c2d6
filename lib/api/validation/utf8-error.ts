/** The position, in code points, of the first byte sequence that is not UTF-8; null where all is. Linear. */
export function utf8Error(bytes: Uint8Array): number | null {
  // Malformed bytes decode to U+FFFD, so the text written back differs first at the first of them.
  const rewritten = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  let codePoints = 0
  for (let index = 0; index < rewritten.length; index++) {
    const byte = rewritten[index]
    if (byte !== bytes[index]) return isContinuation(byte) ? codePoints - 1 : codePoints
    if (!isContinuation(byte)) codePoints++
  }
  return null
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
