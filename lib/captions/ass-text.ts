const MODE = /\\p(\d{1,3})(?!\d)/g

/** Whether text after an override block is a drawing: the block's last `\p` says so. */
function drawsAfter(block: string, drawing: boolean): boolean {
  const scale = [...block.matchAll(MODE)].at(-1)?.[1]
  return scale === undefined ? drawing : Number(scale) > 0
}

function plainRun(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\([Nnh])/g, (_, sign: string) => (sign === 'h' ? '\u00a0' : '\n'))
}

/**
 * Reads an ASS event's text as plain text: override blocks `{…}` go, drawings go, `\N` and `\n` break the line, `\h` is a
 * space that doesn't break. A brace that isn't closed is text. Linear time.
 */
export function assText(text: string): string {
  if (!text.includes('{')) return plainRun(text).trim()
  const parts: string[] = []
  let drawing = false
  let position = 0
  while (position < text.length) {
    const open = text.indexOf('{', position)
    const close = open === -1 ? -1 : text.indexOf('}', open)
    const end = close === -1 ? text.length : open
    if (!drawing) parts.push(text.slice(position, end))
    if (close === -1) break
    drawing = drawsAfter(text.slice(open, close), drawing)
    position = close + 1
  }
  return plainRun(parts.join('')).trim()
}
