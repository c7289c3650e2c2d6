/** Tells the page around an embedded transcript how high the text is, so that it can give it the room. */
export function tellHeight(): void {
  const main = document.querySelector('main')
  if (!main || window.parent === window) return
  const tell = () => {
    const height = Math.ceil(main.getBoundingClientRect().height)
    // Nothing secret is in it, and any page may embed.
    window.parent.postMessage({ type: 'verbatim:height', height }, '*')
  }
  new ResizeObserver(tell).observe(main)
}
