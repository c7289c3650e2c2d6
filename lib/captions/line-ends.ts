const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Where the line ends that `index` is in: at its `\n` or `\r`, or at the text's end. */
export function lineEndAfter(text: string, index: number): number {
  let end = index
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === LINE_FEED || code === CARRIAGE_RETURN) break
  }
  return end
}

/** Where the line starts that `index` is in, but not before `from`. */
export function lineStartBefore(text: string, from: number, index: number): number {
  let start = index
  for (; start > from; start--) {
    const code = text.charCodeAt(start - 1)
    if (code === LINE_FEED || code === CARRIAGE_RETURN) break
  }
  return start
}

/** Where the line after the one that `index` is in starts (`\r\n` is one line end), or the text's end. */
export function nextLineStart(text: string, index: number): number {
  const end = lineEndAfter(text, index)
  if (end === text.length) return end
  return text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? end + 2 : end + 1
}
