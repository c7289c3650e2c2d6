import type { Line } from '@/components/transcript-viewer/line'
import { findHits, type Hit, type SearchIndex, searchIndex } from '@/components/transcript-viewer/search/find-hits'
import { paintHits } from '@/components/transcript-viewer/search/paint-hits'
import { handleSearchKey } from '@/components/transcript-viewer/search/search-keys'
import { searchCount } from '@/components/transcript-viewer/search/search-words'
import { scrollToElement } from '@/components/transcript-viewer/text/scrolling'

type Parts = { field: HTMLInputElement; count: Element; steps: HTMLElement }

function partsOf(bar: Element): Parts | null {
  const [field, count] = [bar.querySelector('input'), bar.querySelector('[role=status]')]
  const steps = bar.querySelector('button')?.parentElement
  return field && count && steps ? { field, count, steps } : null
}

/**
 * Makes the search bar search the text, and what is in its field already. `onSearch` is called with each search, before the
 * page scrolls to a hit.
 */
export function searchText(
  bar: Element,
  text: Element,
  lines: readonly Pick<Line, 'text'>[],
  onSearch: () => void,
): void {
  const parts = partsOf(bar)
  if (!parts) return
  const { field, count, steps } = parts
  let index: SearchIndex | null = null
  let hits: readonly Hit[] = []
  let current = 0
  const show = () => {
    const hit = hits[current] ?? null
    paintHits(text, hits, hit)
    count.textContent = searchCount(field.value, current, hits.length)
    steps.hidden = hits.length === 0
    if (hit) scrollToElement(text.querySelector(`[data-line="${hit.fromLine}"]`))
  }
  const search = () => {
    index ??= searchIndex(lines)
    hits = findHits(index, field.value)
    current = 0
    onSearch()
    show()
  }
  const step = (by: number) => {
    if (hits.length === 0) return
    current = (current + by + hits.length) % hits.length
    show()
  }
  const end = () => {
    field.value = ''
    search()
    field.blur()
  }
  field.addEventListener('input', search)
  field.addEventListener('keydown', (event) => handleSearchKey(event, { step, end }))
  const [previous, next] = steps.querySelectorAll('button')
  previous?.addEventListener('click', () => step(-1))
  next?.addEventListener('click', () => step(1))
  // The text may have been typed before this script arrived, or restored by a browser that returned to the page.
  if (field.value) search()
}
