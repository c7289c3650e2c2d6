import { endsInArticle } from '@/lib/captions/ends-in-article'

const SPACE = 0x20

/** Whether a character is one column wide on its own, belongs to a script with spaces, and is no white space itself. */
function isNarrow(code: number): boolean {
  if (code < 0x300) return code > SPACE && (code < 0x7f || code > 0xa0)
  return (code >= 0x388 && code <= 0x482) || (code >= 0x2010 && code <= 0x2027)
}

/** Whether a text is narrow characters and single spaces between them: as many columns as it has characters. */
function isPlain(text: string): boolean {
  let afterSpace = true
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === SPACE ? afterSpace : !isNarrow(code)) return false
    afterSpace = code === SPACE
  }
  return !afterSpace
}

/** The space at which two lines come out most alike, the first one the longer where two do; or -1. */
function middleSpace(text: string): number {
  const middle = (text.length - 1) / 2
  const after = text.indexOf(' ', Math.ceil(middle))
  const before = text.lastIndexOf(' ', Math.ceil(middle) - 1)
  return after !== -1 && after - middle <= middle - before ? after : before
}

/** The break next to one that parts an article from its noun: before the article, else after the noun, where both fit. */
function keepArticle(text: string, space: number, limit: number): number {
  if (!endsInArticle(text, space)) return space
  const before = text.lastIndexOf(' ', space - 1)
  if (before !== -1 && text.length - before - 1 <= limit && !endsInArticle(text, before)) return before
  const after = text.indexOf(' ', space + 1)
  return after !== -1 && after <= limit && !endsInArticle(text, after) ? after : space
}

/**
 * Wraps a text of narrow characters that fits in two lines of `limit` columns, as `wrapLines` says, without looking for
 * tokens. Gives null for any other text.
 */
export function wrapPlainText(text: string, limit: number): string[] | null {
  if (text.length > 2 * limit + 1 || !isPlain(text)) return null
  if (text.length <= limit) return [text]
  const space = middleSpace(text)
  if (space < 1 || space > limit || text.length - space - 1 > limit) return null
  const best = keepArticle(text, space, limit)
  return [text.slice(0, best), text.slice(best + 1)]
}
