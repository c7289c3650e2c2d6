import type { Hit } from './find-hits'

/** The names of the highlights in the style sheet. */
const ALL = 'search-hit'
const CURRENT = 'search-hit-current'

function rangeOf({ fromLine, from, toLine, to }: Hit, lines: NodeListOf<Element>): StaticRange | null {
  const startContainer = lines[fromLine]?.firstChild
  const endContainer = lines[toLine]?.firstChild
  if (!startContainer || !endContainer) return null
  return new StaticRange({ startContainer, startOffset: from, endContainer, endOffset: to })
}

/**
 * Highlights hits in the text (CSS Custom Highlight API): a common word can occur ten thousand times, too often for an
 * element each. Each line is the only text node of a `[data-line]` inside `root`. Returns a function that removes the
 * highlights.
 */
export function paintHits(root: Element, hits: readonly Hit[], current: Hit | null): () => void {
  // Browsers from before 2025 may lack the API. There the search steps from hit to hit without highlights.
  if (!('highlights' in CSS)) return () => undefined
  const lines = root.querySelectorAll('[data-line]')
  const all = new Highlight()
  const one = new Highlight()
  one.priority = 1
  for (const hit of hits) {
    const range = rangeOf(hit, lines)
    if (range) (hit === current ? one : all).add(range)
  }
  CSS.highlights.set(ALL, all)
  CSS.highlights.set(CURRENT, one)
  return () => {
    CSS.highlights.delete(ALL)
    CSS.highlights.delete(CURRENT)
  }
}
