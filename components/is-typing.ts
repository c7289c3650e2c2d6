/** Whether somebody types there, so that a key or what is pasted is meant for it. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable=true]')
}

const TAKES_LETTERS =
  'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable=true], [role^=menu], [role=listbox], [role=dialog], [role=alertdialog]'

/** Whether a letter is meant for what has the focus: a field, or a menu or dialog that is open over the page. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_LETTERS) !== null
}

/** Whether a key is pressed alone and is not meant for what has the focus, so it may be a shortcut of the page. */
export function isPlainKey({ target, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  return !metaKey && !ctrlKey && !altKey && !shiftKey && !defaultPrevented && !takesLetters(target)
}
