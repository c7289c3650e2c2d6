/** The most characters (UTF-16 code units) of text in one answer. */
export const MAX_PAGE_CHARACTERS = 40_000

const SURROGATES = /[\ud800-\udbff][\udc00-\udfff]/

/** The length of a page up to the end of its last `border`; null if it has none. */
function upTo(page: string, border: string): number | null {
  const at = page.lastIndexOf(border)
  return at < 0 ? null : at + border.length
}

/**
 * The end of the page that begins at `from`: after a paragraph or cue, which begin where segments do; if one of these is longer than
 * a page, after a line, else after a word, else between two characters. Joined, the pages are the document.
 */
export function pageEnd(document: string, from: number, maxCharacters = MAX_PAGE_CHARACTERS): number {
  const limit = from + maxCharacters
  if (document.length <= limit) return document.length
  const page = document.slice(from, limit)
  const length = upTo(page, '\n\n') ?? upTo(page, '\n') ?? upTo(page, ' ')
  if (length !== null) return from + length
  return SURROGATES.test(document.slice(limit - 1, limit + 1)) ? limit - 1 : limit
}

/** The end of the items from `from` on that fit on a page as JSON: at least one, at most `maxItems`. */
export function itemsEnd(items: readonly unknown[], from: number, maxItems = Number.POSITIVE_INFINITY): number {
  let characters = 0
  for (let index = from; index < items.length; index++) {
    characters += JSON.stringify(items[index]).length + 1
    if (index > from && (characters > MAX_PAGE_CHARACTERS || index - from >= maxItems)) return index
  }
  return items.length
}

/** A segment on a page. Times are seconds. */
export type PageSegment = { start: number; end: number; text: string }

/** Longer segments are split, so that each part fits on a page even if all of it has to be escaped. */
const MAX_SEGMENT_CHARACTERS = 15_000

/** Splits a segment that is too long for a page. */
export function splitSegment({ start, end, text }: PageSegment): PageSegment[] {
  const parts: PageSegment[] = []
  for (let from = 0; from < text.length; ) {
    const to = pageEnd(text, from, MAX_SEGMENT_CHARACTERS)
    parts.push({ start, end, text: text.slice(from, to) })
    from = to
  }
  return parts
}

/** The page of items that begins at `offset`, and where the next page begins; null for the last page. */
export function cutItems<Item>(items: readonly Item[], offset: number): { items: Item[]; end: number | null } {
  const end = itemsEnd(items, offset)
  return { items: items.slice(offset, end), end: end < items.length ? end : null }
}
