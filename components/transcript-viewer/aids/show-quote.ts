import type { TimeRange } from '../player/parse-seconds'
import type { Line } from '../viewer-item'

const HIGHLIGHT = 'quote'

/** The times of lines and links are rounded. */
const SLACK_SECONDS = 0.15

/**
 * Highlights the lines of the text in `root` that a quote's link names. A link to a time names none. Browsers without
 * highlights show the text as it is.
 */
export function showQuote(root: Element, lines: readonly Pick<Line, 'start'>[], { start, end }: TimeRange): void {
  if (end === null || !('highlights' in CSS)) return
  const ranges = [...root.querySelectorAll<HTMLElement>('[data-line]')].flatMap((line) => {
    const begins = lines[Number(line.dataset.line)]?.start ?? -1
    if (begins < start - SLACK_SECONDS || begins >= end - SLACK_SECONDS) return []
    const range = new Range()
    range.selectNodeContents(line)
    return [range]
  })
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
}
