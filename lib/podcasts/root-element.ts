const NAME = /(?:[a-z_][\w.-]{0,60}:)?([a-z_][\w.-]{0,60})/iy

/** Where the comment, instruction or declaration that starts at `start` ends; -1 when it does not end. */
function endOfAside(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return text.indexOf('-->', start + 4)
  if (text.startsWith('<?', start)) return text.indexOf('?>', start)
  return text.startsWith('<!', start) ? text.indexOf('>', start) : start
}

/**
 * The local name, in lower case, of a markup document's first element, by the beginning of its text; null when the text
 * is no markup or the element is not within it.
 */
export function rootElement(text: string): string | null {
  const clean = text.replace(/^\ufeff/, '').trimStart()
  for (let start = clean.startsWith('<') ? 0 : -1; start !== -1; ) {
    const end = endOfAside(clean, start)
    if (end === start) {
      NAME.lastIndex = start + 1
      return NAME.exec(clean)?.[1]?.toLowerCase() ?? null
    }
    start = end === -1 ? -1 : clean.indexOf('<', end)
  }
  return null
}
