import type { Line } from '@/components/transcript-viewer/line'
import { focusSearchOnKey } from '@/components/transcript-viewer/search/search-keys'

/** Where the script is served that the build bundles of `search-text.ts`. */
declare const SEARCH_TEXT_ADDRESS: string

/**
 * Loads the search of the text at the first use of its field, or immediately if the browser has restored a query. The
 * query typed meanwhile runs once the script has loaded. `onSearch` is called for each search, before the page scrolls
 * to a hit.
 */
export function loadSearchWhenUsed(
  bar: Element,
  text: Element,
  lines: readonly Pick<Line, 'text'>[],
  onSearch: () => void,
): void {
  const field = bar.querySelector('input')
  if (!field) return
  focusSearchOnKey(field)
  const load = () => {
    import(SEARCH_TEXT_ADDRESS).then(
      ({ searchText }: typeof import('./search-text')) => searchText(bar, text, lines, onSearch),
      // The browser's own search finds words all the same. The next use of the field tries again.
      () => field.addEventListener('focus', load, { once: true }),
    )
  }
  if (field.value || document.activeElement === field) load()
  else field.addEventListener('focus', load, { once: true })
}
