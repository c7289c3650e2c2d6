import { setChoiceCookie } from '@/components/ui/set-choice-cookie'
import { formatShortClock } from '@/lib/captions/clock'

/** The layout of a text: in paragraphs, or with each segment on its own line beside its time. */
export const TEXT_VIEWS = ['paragraphs', 'segments'] as const
export type TextView = (typeof TEXT_VIEWS)[number]

/** The cookie that remembers the view. The server renders the text in that view. */
export const TEXT_VIEW_COOKIE = 'verbatim_text_view'

/** A view from a cookie or an attribute; paragraphs for anything unknown. */
export function parseTextView(value: unknown): TextView {
  return TEXT_VIEWS.find((view) => view === value) ?? 'paragraphs'
}

export function rememberedTextView(): TextView {
  return parseTextView(new RegExp(`(?:^|; )${TEXT_VIEW_COOKIE}=([^;]*)`).exec(document.cookie)?.[1])
}

/** Remembers a view for a year. */
export function rememberTextView(view: TextView): void {
  setChoiceCookie(TEXT_VIEW_COOKIE, view, '/')
}

/**
 * Lays out the text of `root` in a view. The style sheet does the work, so that ten thousand lines change without
 * delay; `starts` are the start times in seconds that it shows beside the lines.
 */
export function showTextView(root: HTMLElement, view: TextView, starts: readonly { start: number }[]): void {
  root.dataset.view = view
  if (view !== 'segments') return
  for (const line of root.querySelectorAll<HTMLElement>('[data-line]:not([data-clock])')) {
    const start = starts[Number(line.dataset.line)]?.start ?? 0
    line.dataset.clock = formatShortClock(Math.round(start * 1000))
  }
}
