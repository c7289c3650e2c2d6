const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])
const FIELDS = 'input, select, button, a, [role^=menu]'

/** Whether a press is on the window's own scroll bar. */
const onScrollBar = (event: PointerEvent) => event.clientX >= document.documentElement.clientWidth

const inField = (target: EventTarget | null) => target instanceof Element && target.matches(FIELDS)

/** Calls the listener when somebody scrolls the page themselves, by whatever means. Gives what ends that. */
export function onScrollByHand(listener: () => void): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true }
  const pressed = (event: KeyboardEvent) => SCROLL_KEYS.has(event.key) && !inField(event.target) && listener()
  window.addEventListener('wheel', listener, options)
  window.addEventListener('touchmove', listener, options)
  window.addEventListener('pointerdown', (event) => onScrollBar(event) && listener(), options)
  window.addEventListener('keydown', pressed, options)
  return () => controller.abort()
}
