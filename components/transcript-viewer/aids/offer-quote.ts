import type { Line } from '../line'
import { words } from './aids-words'
import { formatQuote, selectedQuote } from './quote'

const CLASSES =
  'absolute z-20 inline-flex min-h-9 pointer-coarse:min-h-10 items-center rounded-md border border-hairline bg-floating px-3 font-sans text-sm font-medium text-ink shadow-float hover:border-outline print:hidden'
const GAP_PX = 6

export type QuoteSource = {
  lines: readonly Pick<Line, 'start' | 'end'>[]
  title: string
  /** The address of the page that the link of a quote leads to. */
  page: () => string
  /** Copies a text; `said` is the notice. */
  copy: (text: string, said: string) => void
  /** Reports that there is nothing to copy. */
  warn: (text: string) => void
}

/** Copies the selection within `root` as a quote, with its times and a link. */
export function copyQuote(root: Element, { lines, title, page, copy, warn }: QuoteSource): void {
  const quote = selectedQuote(root, lines)
  if (quote) copy(formatQuote(quote, { title, page: page() }), words.quoteCopied)
  else warn(words.nothingSelected)
}

/** Shows a button below the selection within `root`, which copies it as a quote. Returns a function that stops this. */
export function offerQuote(root: HTMLElement, source: QuoteSource): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const button = document.createElement('button')
  button.type = 'button'
  button.className = CLASSES
  button.textContent = words.copyQuote
  button.hidden = true
  root.append(button)
  const place = () => {
    const selection = document.getSelection()
    const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
    const box = range && root.contains(range.endContainer) ? [...range.getClientRects()].at(-1) : undefined
    button.hidden = !box || range?.toString().trim() === ''
    if (!box) return
    const around = root.getBoundingClientRect()
    button.style.top = `${box.bottom - around.top + GAP_PX}px`
    button.style.left = `${Math.max(0, Math.min(box.left - around.left, around.width - button.offsetWidth))}px`
  }
  // While the pointer is down the selection changes with every move; the button waits for its end.
  let isDown = false
  root.addEventListener(
    'pointerdown',
    ({ target }) => {
      isDown = target !== button
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    () => {
      isDown = false
      requestAnimationFrame(place)
    },
    { signal },
  )
  document.addEventListener('selectionchange', () => (isDown ? undefined : place()), { signal })
  // A press must not take the selection away before the click copies it.
  button.addEventListener('pointerdown', (event) => event.preventDefault(), { signal })
  button.addEventListener(
    'click',
    (event) => {
      event.stopPropagation()
      copyQuote(root, source)
    },
    { signal },
  )
  return () => {
    controller.abort()
    button.remove()
  }
}
