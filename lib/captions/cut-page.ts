/** The most characters (UTF-16 code units) of text in one answer. */
export const MAX_PAGE_CHARACTERS = 40_000

const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]/

/** The length of a page up to the end of its last border, or null where it has none. */
function upTo(page: string, border: string): number | null {
  const at = page.lastIndexOf(border)
  return at < 0 ? null : at + border.length
}

/**
 * Where the page of a document that begins at `from` ends: after a paragraph or cue, which begin where segments do; where
 * one of them is longer than a page, after a line, else a word, else between two characters. The pages put together are
 * the document.
 */
export function pageEnd(document: string, from: number, maxCharacters = MAX_PAGE_CHARACTERS): number {
  const limit = from + maxCharacters
  if (document.length <= limit) return document.length
  const page = document.slice(from, limit)
  const length = upTo(page, '\n\n') ?? upTo(page, '\n') ?? upTo(page, ' ')
  if (length !== null) return from + length
  return SURROGATES.test(document.slice(limit - 1, limit + 1)) ? limit - 1 : limit
}

/** The end of the items that fit on a page as JSON, from `from` on: at least one, at most `maxItems`. */
export function itemsEnd(items: readonly unknown[], from: number, maxItems = Number.POSITIVE_INFINITY): number {
  let characters = 0
  for (let index = from; index < items.length; index++) {
    characters += JSON.stringify(items[index]).length + 1
    if (index > from && (characters > MAX_PAGE_CHARACTERS || index - from >= maxItems)) return index
  }
  return items.length
}

/** A segment as a page has it: times in seconds. */
export type PageSegment = { start: number; end: number; text: string }

/** Longer ones are given in parts, so that each fits on a page whatever has to be escaped in it. */
const MAX_SEGMENT_CHARACTERS = 15_000

/** A segment, or its parts where it is too long for a page. */
export function splitSegment({ start, end, text }: PageSegment): PageSegment[] {
  const parts: PageSegment[] = []
  for (let from = 0; from < text.length; ) {
    const to = pageEnd(text, from, MAX_SEGMENT_CHARACTERS)
    parts.push({ start, end, text: text.slice(from, to) })
    from = to
  }
  return parts
}

/** The page of items that begins at one of them, and where the next page begins; null where it is the last. */
export function cutItems<Item>(items: readonly Item[], offset: number): { items: Item[]; end: number | null } {
  const end = itemsEnd(items, offset)
  return { items: items.slice(offset, end), end: end < items.length ? end : null }
}
