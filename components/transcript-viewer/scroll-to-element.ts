function isEasyToRead(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top > window.innerHeight * 0.3 && bottom < window.innerHeight * 0.75
}

/**
 * Brings an element to the middle of the window: gently when it is near, at once when it is far or the person wants no
 * motion. What can be read well where it is stays there.
 */
export function scrollToElement(element: Element | null): void {
  if (!element || isEasyToRead(element)) return
  const far = Math.abs(element.getBoundingClientRect().top) > window.innerHeight * 2
  const still = far || window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
  if (far) finish(element, 5)
}

/** What lay between was never laid out, so its height was a guess: while it becomes known, go there again. */
function finish(element: Element, frames: number): void {
  if (frames === 0) return
  requestAnimationFrame(() => {
    if (!isEasyToRead(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    finish(element, frames - 1)
  })
}
