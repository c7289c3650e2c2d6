/** The most characters (UTF-16 code units) of Latin text in one answer, about ten thousand tokens of a language model. */
export const MAX_PAGE_CHARACTERS = 40_000

/** The first characters after the Latin ones, and the first of those that are tokens of a language model by themselves, such as Chinese ones. */
const [AFTER_LATIN, IDEOGRAPHIC] = [0x250, 0x2e80]

/** How many Latin characters have about as many tokens as this one. */
function weightOf(unit: number): number {
  if (unit < AFTER_LATIN) return 1
  return unit < IDEOGRAPHIC ? 2 : 3
}

/** Where a text from `from` on becomes heavier than `maxCharacters` Latin ones: after one character at least. */
function weightLimit(text: string, from: number, maxCharacters: number): number {
  let weight = 0
  for (let at = from; at < text.length; at++) {
    weight += weightOf(text.charCodeAt(at))
    if (weight > maxCharacters) return Math.max(at, from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1))
  }
  return text.length
}

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
  const limit = weightLimit(document, from, maxCharacters)
  if (limit === document.length) return limit
  const page = document.slice(from, limit)
  const length = upTo(page, '\n\n') ?? upTo(page, '\n') ?? upTo(page, ' ')
  if (length !== null) return from + length
  return SURROGATES.test(document.slice(limit - 1, limit + 1)) ? limit - 1 : limit
}

function weightOfText(text: string): number {
  let weight = 0
  for (let at = 0; at < text.length; at++) weight += weightOf(text.charCodeAt(at))
  return weight
}

/** The end of the items from `from` on that fit on a page as JSON: at least one, at most `maxItems`. */
export function itemsEnd(items: readonly unknown[], from: number, maxItems = Number.POSITIVE_INFINITY): number {
  let weight = 0
  for (let index = from; index < items.length; index++) {
    weight += weightOfText(JSON.stringify(items[index])) + 1
    if (index > from && (weight > MAX_PAGE_CHARACTERS || index - from >= maxItems)) return index
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
