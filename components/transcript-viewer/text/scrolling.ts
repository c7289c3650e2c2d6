import { isLeftToPage } from '@/components/shortcut-key'

function isEasyToRead(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top > window.innerHeight * 0.3 && bottom < window.innerHeight * 0.75
}

/**
 * Scrolls an element to the middle of the window: smoothly if it is near, without animation if it is far or reduced
 * motion is preferred. Does nothing if the element is easy to read where it is.
 */
export function scrollToElement(element: Element | null): void {
  if (!element || isEasyToRead(element)) return
  const far = Math.abs(element.getBoundingClientRect().top) > window.innerHeight * 2
  const still = far || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
  if (far) finish(element, 5)
}

/** Scrolls again for some frames: the text in between had an estimated height until it was laid out. */
function finish(element: Element, frames: number): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    if (!isEasyToRead(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    finish(element, frames - 1)
  })
}

/** The frames after which a height that stays as it is is settled. */
const SETTLED_FRAMES = 4

/** Scrolls to the end of the page, again in each frame until the text that comes into view has its height. */
export function scrollToEnd(): void {
  const page = document.documentElement
  const step = (height: number, still: number) => {
    page.scrollTo({ top: page.scrollHeight, behavior: 'instant' })
    const same = page.scrollHeight === height
    if (!same || still < SETTLED_FRAMES) requestAnimationFrame(() => step(page.scrollHeight, same ? still + 1 : 0))
  }
  step(0, 0)
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])

/** Whether a pointer is on the window's scroll bar. */
const onScrollBar = (event: PointerEvent) => event.clientX >= document.documentElement.clientWidth

/** Calls the listener when the user scrolls the page by wheel, touch, key or scroll bar. Returns a function that stops that. */
export function onScrollByHand(listener: () => void): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }
  const pressed = (event: KeyboardEvent) => SCROLL_KEYS.has(event.key) && isLeftToPage(event) && listener()
  window.addEventListener('wheel', listener, options)
  window.addEventListener('touchmove', listener, options)
  window.addEventListener('pointerdown', (event) => onScrollBar(event) && listener(), options)
  window.addEventListener('keydown', pressed, options)
  return () => controller.abort()
}

/** Reports whether a line is on the screen, now and when that changes; line -1 always is. Returns a function that stops that. */
export function observeVisibility(line: number, notify: (inSight: boolean) => void): () => void {
  const element = document.querySelector(`[data-line="${line}"]`)
  if (!element) {
    notify(true)
    return () => undefined
  }
  const observer = new IntersectionObserver(([entry]) => notify(entry?.isIntersecting ?? true))
  observer.observe(element)
  return () => observer.disconnect()
}
