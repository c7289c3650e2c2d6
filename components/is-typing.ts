/** Whether an element takes typed and pasted text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]')
}

const TAKES_LETTERS =
  'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable=true], [role^=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Whether the focused element takes letters: a field, or an open menu or dialog. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_LETTERS) !== null
}

/**
 * Whether a key is pressed without modifiers and not taken by the focused element, so that it may be a shortcut of the
 * page.
 */
export function isPlainKey({ target, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  return !metaKey && !ctrlKey && !altKey && !shiftKey && !defaultPrevented && !takesLetters(target)
}
