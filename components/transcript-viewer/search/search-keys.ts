import { isTyping } from '@/components/is-typing'

/** Whether a key opens the search: `/` outside a field, or Ctrl+F, whose second press opens the browser's own search. */
function asksForSearch(event: KeyboardEvent, field: HTMLInputElement): boolean {
  if (event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    return document.activeElement !== field
  }
  return event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** Focuses a search field when its keys are pressed. Returns a function that stops that. */
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

/** Handles a key in the search field: Enter steps to the next hit, Shift+Enter to the previous one, Escape ends the search. */
export function handleSearchKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { step, end }: { step: (by: number) => void; end: () => void },
): void {
  if (key === 'Enter') step(shiftKey ? -1 : 1)
  if (key === 'Escape') end()
}
