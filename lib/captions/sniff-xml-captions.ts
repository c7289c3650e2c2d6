const HEAD_LENGTH = 65_536
const ROOT = /^<(?:[\w-]{1,40}:)?(tt|transcript|timedtext)[\s>/]/

/** Where a construct of the prolog that begins at `start` ends; -1 when it doesn't. */
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

/** The document from its root element on; null when there is none within reach. */
function fromRoot(head: string): string | null {
  let position = 0
  for (;;) {
    while (/\s/.test(head[position] ?? '')) position += 1
    if (/^<[A-Za-z_]/.test(head.slice(position, position + 2))) return head.slice(position)
    position = prologEnd(head, position)
    if (position === -1) return null
  }
}

/** Which caption format an XML text is in, by its root element and what that holds; null for any other. */
export function sniffXmlCaptions(text: string): 'srv1' | 'srv3' | 'ttml' | null {
  const document = fromRoot(text.slice(0, HEAD_LENGTH))
  const root = ROOT.exec(document ?? '')?.[1]
  if (!document || root === undefined) return null
  if (root === 'transcript') return /<text\s[^<>]{0,200}\bstart\s?=/.test(document) ? 'srv1' : null
  if (root === 'timedtext') return /^<[^<>]{0,400}\bformat\s?=\s?["']3|<body>|<p\st=/.test(document) ? 'srv3' : null
  return /^<[^<>]{0,4000}\bxmlns\b|<(?:[\w-]{1,40}:)?(?:body|head)\b/.test(document) ? 'ttml' : null
}
