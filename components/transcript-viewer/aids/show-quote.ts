import { beginsInQuote, type TimeRange } from '@/lib/captions/time-range'
import type { Line } from '../line'

const HIGHLIGHT = 'quote'

/**
 * Highlights the lines of the text in `root` that a quote's link names. A link to a time names none. Browsers without
 * highlights show the text as it is.
 */
export function showQuote(root: Element, lines: readonly Pick<Line, 'start'>[], quote: TimeRange): void {
  if (quote.end === null || !('highlights' in CSS)) return
  const ranges = [...root.querySelectorAll<HTMLElement>('[data-line]')].flatMap((line) => {
    const begins = lines[Number(line.dataset.line)]?.start ?? -1
    if (!beginsInQuote(begins, quote)) return []
    const range = new Range()
    range.selectNodeContents(line)
    return [range]
  })
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}
