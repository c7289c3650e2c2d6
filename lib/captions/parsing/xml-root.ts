const HEAD_LENGTH = 65_536
const ROOT = /^<(?:[\w-]{1,40}:)?([A-Za-z_][\w-]{0,40})[\s>/]/

/** The end of the prolog construct that begins at `start`; -1 when it has none. */
function prologEnd(head: string, start: number): number {
  const after = (mark: string, from: number) => {
    const index = head.indexOf(mark, from)
    return index === -1 ? -1 : index + mark.length
  }
  if (head.startsWith('<?', start)) return after('?>', start)
  if (head.startsWith('<!--', start)) return after('-->', start)
  if (!/^<!doctype\s/i.test(head.slice(start, start + 10))) return -1
  const close = head.indexOf('>', start)
  const subset = head.indexOf('[', start)
  if (subset === -1 || subset > close) return close === -1 ? -1 : close + 1
  const subsetEnd = head.indexOf(']', subset)
  return subsetEnd === -1 ? -1 : after('>', subsetEnd)
}

/** The root of a document of markup, and the document's beginning from there on; null where there is none within reach. */
export function xmlRoot(text: string): { name: string; document: string } | null {
  const head = text.slice(0, HEAD_LENGTH)
  let position = 0
  for (;;) {
    while (/\s/.test(head[position] ?? '')) position += 1
    if (/^<[A-Za-z_]/.test(head.slice(position, position + 2))) break
    position = prologEnd(head, position)
    if (position === -1) return null
  }
  const document = head.slice(position)
  const name = ROOT.exec(document)?.[1]
  return name === undefined ? null : { name, document }
}
