/** Reports the height of an embedded transcript to the page around it, which can then make room for it. */
export function reportHeight(): void {
  const main = document.querySelector('main')
  if (!main || window.parent === window) return
  const report = () => {
    const height = Math.ceil(main.getBoundingClientRect().height)
    // Nothing secret is in it, and any page may embed.
    window.parent.postMessage({ type: 'verbatim:height', height }, '*')
  }
  new ResizeObserver(report).observe(main)
}
