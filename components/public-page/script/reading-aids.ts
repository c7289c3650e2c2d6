import { words } from '@/components/transcript-viewer/aids/aids-words'
import { copyQuote, offerQuote } from '@/components/transcript-viewer/aids/offer-quote'
import { handlePassageKey, isLinkKey, isQuoteKey } from '@/components/transcript-viewer/aids/passage-keys'
import { showPassageTimes } from '@/components/transcript-viewer/aids/passage-time'
import { addressAt } from '@/components/transcript-viewer/aids/quote'
import {
  parseTextView,
  rememberedTextView,
  rememberTextView,
  showTextView,
  type TextView,
} from '@/components/transcript-viewer/aids/text-view'
import type { Line } from '@/components/transcript-viewer/line'
import { formatShortClock } from '@/lib/captions/clock'
import { copyAndNotify, type Notify } from './copy-on-click'

export type AidsContext = {
  notify: Notify
  /** The position of the player in seconds. */
  position: () => number
  /** Stops following the spoken line. */
  pause: () => void
}

/** Adds what helps to read the text of the page. `pressed` is the last key that was pressed before the script had arrived. */
export function addReadingAids(
  text: HTMLElement,
  lines: readonly Pick<Line, 'start'>[],
  { notify, position, pause }: AidsContext,
  pressed: KeyboardEvent | null,
): void {
  const page = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? window.location.href
  const copy = (copied: string, said: string) => void copyAndNotify(copied, said, notify)
  const source = {
    // The page has no ends: a line lasts until the next one.
    lines: lines.map(({ start }, index) => ({ start, end: lines[index + 1]?.start ?? start })),
    title: document.querySelector('h1')?.textContent ?? document.title,
    page,
    copy,
    warn: notify,
  }
  showPassageTimes(text, lines)
  offerQuote(text, source)
  offerViews(text, lines)
  const keydown = (event: KeyboardEvent) => {
    if (handlePassageKey(event, text)) pause()
    if (isQuoteKey(event)) copyQuote(text, source)
    if (isLinkKey(event)) copy(addressAt(page(), position()), words.linkCopied(formatShortClock(position() * 1000)))
  }
  window.addEventListener('keydown', keydown)
  if (pressed) keydown(pressed)
}

/** Makes the buttons of the views work, and shows the one that this browser remembers. */
function offerViews(text: HTMLElement, lines: readonly Pick<Line, 'start'>[]): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-choose-view]')
  const show = (view: TextView) => {
    showTextView(text, view, lines)
    for (const button of buttons) button.ariaPressed = String(button.dataset.chooseView === view)
  }
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const view = parseTextView(button.dataset.chooseView)
      rememberTextView(view)
      show(view)
    })
  }
  if (rememberedTextView() !== 'paragraphs') show(rememberedTextView())
}
