import type { Line } from '@/components/transcript-viewer/line'
import { focusSearchOnKey } from '@/components/transcript-viewer/search/search-keys'

/** Where the script is served that the build bundles of `search-text.ts`. */
declare const SEARCH_TEXT_ADDRESS: string

/**
 * Loads the search of the text when its field is first used, or at once where the browser has restored what was searched for. What is
 * typed meanwhile is searched for when it has arrived. `onSearch` is called with each search, before the page scrolls to a hit.
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
