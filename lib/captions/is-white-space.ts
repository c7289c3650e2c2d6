/** Whether a UTF-16 code unit is white space as `String.prototype.trim` and `\s` understand it, line ends included. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0
  if (code <= 0x200a) return code === 0x1680 || code >= 0x2000
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff
}

/** Where the white space before `end` begins, but not before `start`. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let index = end
  while (index > start && isWhiteSpace(text.charCodeAt(index - 1))) index -= 1
  return index
}

/** Where the white space from `start` on ends, but not after `end`. */
export function trimmedStart(text: string, start: number, end: number): number {
  let index = start
  while (index < end && isWhiteSpace(text.charCodeAt(index))) index += 1
  return index
}
