import type { Hit } from './find-hits'

/** The names under which the style sheet knows the highlights. */
const ALL = 'search-hit'
const CURRENT = 'search-hit-current'

function rangeOf({ fromLine, from, toLine, to }: Hit, lines: NodeListOf<Element>): StaticRange | null {
  const startContainer = lines[fromLine]?.firstChild
  const endContainer = lines[toLine]?.firstChild
  if (!startContainer || !endContainer) return null
  return new StaticRange({ startContainer, startOffset: from, endContainer, endOffset: to })
}

/**
 * Paints hits over the text (CSS Custom Highlight API): a common word in a long recording is there ten thousand times, too
 * often for elements of their own. Each line is one text node of a `[data-line]` inside `root`. Gives what takes them away.
 */
export function paintHits(root: Element, hits: readonly Hit[], current: Hit | null): () => void {
  // Browsers from before 2025 may lack it: there the search goes from hit to hit without paint.
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
