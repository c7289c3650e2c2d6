/** Tells whether the line of an index is on the screen, as that changes; it is while there is none (-1). Gives what ends that. */
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
