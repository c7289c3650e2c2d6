import { Parser } from 'htmlparser2'
import { tidyText } from '@/lib/captions/text/tidy-text'

const MAX_CHARACTERS = 500
const SEPARATORS = new Set(['br', 'p', 'div', 'li', 'tr', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const UNSEEN = new Set(['script', 'style'])

function stripHtml(html: string): string {
  let text = ''
  let unseen = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNSEEN.has(name)) unseen += 1
      if (SEPARATORS.has(name)) text += ' '
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1
      if (SEPARATORS.has(name)) text += ' '
    },
    ontext: (chunk) => {
      if (unseen === 0) text += chunk
    },
  })
  parser.end(html)
  return text
}

/**
 * A title or name on one line: NFC, without control characters, at most 500 characters; of HTML without tags and with references
 * decoded. Null when nothing visible is left.
 */
export function plainText(text: string | undefined, kind: 'html' | 'text'): string | null {
  if (text === undefined) return null
  const plain = tidyText(kind === 'html' && /[<&]/.test(text) ? stripHtml(text) : text)
  if (plain.length <= MAX_CHARACTERS) return plain === '' ? null : plain
  return `${plain
    .slice(0, MAX_CHARACTERS - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}
