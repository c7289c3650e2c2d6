import { isComposing, isShortcut } from '@/components/shortcut-key'

/** Whether a key opens the search: `/` or Ctrl+F. In the field itself, Ctrl+F opens the browser's own search. */
function asksForSearch(event: KeyboardEvent): boolean {
  return event.key === '/' ? isShortcut(event) : event.key.toLowerCase() === 'f' && isShortcut(event, true)
}

/** Focuses a search field when its keys are pressed. Returns a function that stops that. */
export function focusSearchOnKey(field: HTMLInputElement): () => void {
  const keydown = (event: KeyboardEvent) => {
    if (!asksForSearch(event)) return
    event.preventDefault()
    field.focus()
    field.select()
  }
  window.addEventListener('keydown', keydown)
  return () => window.removeEventListener('keydown', keydown)
}

/** Handles a key in the search field: Enter steps to the next hit, Shift+Enter to the previous one, Escape ends the search. */
export function handleSearchKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
  { step, end }: { step: (by: number) => void; end: () => void },
): void {
  const { key, shiftKey } = event
  if (isComposing(event)) return
  if (key === 'Enter') step(shiftKey ? -1 : 1)
  if (key === 'Escape') end()
}
