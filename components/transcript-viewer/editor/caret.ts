/**
 * The number of characters of an element's text before the caret; null while something is selected, or the caret is
 * elsewhere.
 */
export function caretOffset(element: Element): number | null {
  const selection = window.getSelection()
  if (!selection?.isCollapsed || !selection.anchorNode || !element.contains(selection.anchorNode)) return null
  const range = document.createRange()
  range.selectNodeContents(element)
  range.setEnd(selection.anchorNode, selection.anchorOffset)
  return range.toString().length
}

/** Puts the caret into an element with one text, after so many characters. */
export function placeCaret(element: HTMLElement, offset: number): void {
  element.focus()
  const text = element.firstChild
  const range = document.createRange()
  if (text) range.setStart(text, Math.min(offset, text.textContent?.length ?? 0))
  else range.setStart(element, 0)
  range.collapse(true)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}

/** Whether the caret is on the first line of an element (`up`), or on the last. */
export function isOnEdge(element: Element, direction: 'up' | 'down'): boolean {
  const offset = caretOffset(element)
  if (offset === null) return false
  const length = element.textContent?.length ?? 0
  if (offset === (direction === 'up' ? 0 : length)) return true
  const caret = window.getSelection()?.getRangeAt(0).getClientRects()[0]
  if (!caret) return false
  const box = element.getBoundingClientRect()
  return direction === 'up' ? caret.top - box.top < caret.height : box.bottom - caret.bottom < caret.height
}
