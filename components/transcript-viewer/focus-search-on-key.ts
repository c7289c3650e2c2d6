import { isTyping } from '../is-typing'

/** Whether a key asks for the search: `/` outside a field, or find (whose second press is the browser's own). */
function asksForSearch(event: KeyboardEvent, field: HTMLInputElement): boolean {
  if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    return document.activeElement !== field
  }
  return event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** Leads to a search field by the keys that ask for it. Gives what ends that. */
export function focusSearchOnKey(field: HTMLInputElement): () => void {
  const keydown = (event: KeyboardEvent) => {
    if (!asksForSearch(event, field)) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  window.addEventListener('keydown', keydown)
  return () => window.removeEventListener('keydown', keydown)
}
