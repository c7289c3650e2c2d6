import { formatShortClock } from '@/lib/captions/clock'

const CLASSES =
  'times pointer-events-none absolute start-0 z-[1] rounded-sm bg-paper pe-2 text-accent max-sm:text-[0.6875rem]'
const ID = 'passage-time'

const lineOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null

/**
 * Shows in the margin of `root` when the passage under the pointer or with the focus begins. One element moves beside whichever
 * passage it is. Returns a function that stops that.
 */
export function showPassageTimes(root: HTMLElement, starts: readonly { start: number }[]): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }
  const chip = document.createElement('span')
  chip.className = CLASSES
  chip.id = ID
  chip.hidden = true
  chip.dir = 'ltr'
  root.append(chip)
  const show = (line: HTMLElement | null) => {
    const start = line && starts[Number(line.dataset.line)]?.start
    const [box] = line?.getClientRects() ?? []
    chip.hidden = typeof start !== 'number' || !box || root.dataset.view === 'segments'
    if (typeof start !== 'number' || !box) return
    chip.textContent = formatShortClock(Math.round(start * 1000))
    chip.style.lineHeight = `${box.height}px`
    chip.style.top = `${box.top - root.getBoundingClientRect().top}px`
  }
  const focused = () => lineOf(document.activeElement)
  root.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      if (pointerType === 'mouse' || pointerType === 'pen') show(lineOf(target) ?? focused())
    },
    options,
  )
  root.addEventListener('pointerleave', () => show(focused()), options)
  root.addEventListener('focusin', ({ target }) => show(lineOf(target)), options)
  root.addEventListener('focusout', () => show(null), options)
  return () => {
    controller.abort()
    chip.remove()
  }
}

/** Focuses a passage, so that the keyboard can play it and its time is shown. It leaves the tab order with the focus. */
export function focusPassage(line: HTMLElement): void {
  line.tabIndex = -1
  line.setAttribute('aria-describedby', ID)
  line.addEventListener(
    'blur',
    () => {
      line.removeAttribute('tabindex')
      line.removeAttribute('aria-describedby')
    },
    { once: true },
  )
  line.focus({ preventScroll: true })
}
