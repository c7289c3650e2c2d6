type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** The key code of every key press that an input method handles itself (UI Events, "keyCode"). */
const INPUT_METHOD_KEY_CODE = 229
const TEXT_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])
const LETTER_ROLES = /^(?:menu.*|listbox|dialog|alertdialog)$/
const MOVED_ROLES = new Set(['tab', 'slider', 'radio'])
const MOVES = /^(?:Arrow|Page|Home$|End$)/
const INPUTS_WITHOUT_TEXT = new Set([
  ...['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'],
])
const MEDIA = new Set(['video', 'audio'])
const PRESSED = new Set(['button', 'a', 'summary'])
// A letter with Shift is another key than the letter; a sign may need Shift on some keyboards.
const SIGN = /^[^\p{L}\s]$/u

/** Whether a key belongs to the composition of an input method. Safari ends the composition before the key that ended it. */
export function isComposing({ isComposing: composing, keyCode }: Pressed): boolean {
  return composing || keyCode === INPUT_METHOD_KEY_CODE
}

/** Keeps a dialog open while Escape only ends a composition in one of its fields. */
export function stayWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault()
}

const isElement = (target: EventTarget): target is HTMLElement => 'localName' in target
const roleOf = (element: HTMLElement) => element.getAttribute('role') ?? ''

function editsText(element: HTMLElement): boolean {
  const { localName, isContentEditable } = element
  if (localName === 'input') return !INPUTS_WITHOUT_TEXT.has((element as HTMLInputElement).type)
  return localName === 'textarea' || isContentEditable || TEXT_ROLES.has(roleOf(element))
}

/** Whether an element uses a key itself: letters find items of lists and menus, arrows move sliders, Space presses buttons. */
function usesKey(element: HTMLElement, key: string): boolean {
  const { localName } = element
  const role = roleOf(element)
  if (editsText(element) || localName === 'select' || LETTER_ROLES.test(role)) return true
  const isPress = key === ' ' || key === 'Enter'
  if (!isPress && !MOVES.test(key)) return false
  if (localName === 'input' || MEDIA.has(localName) || MOVED_ROLES.has(role)) return true
  return isPress && (PRESSED.has(localName) || role === 'button')
}

/** The elements that an event passes, from the innermost, also those within shadow roots. */
const passedBy = (event: Event) => event.composedPath().filter(isElement)

/** Whether an event happens in a text that is edited. */
export function isInText(event: Event): boolean {
  return passedBy(event).some(editsText)
}

/**
 * Whether a key press is left to the page: nothing has handled it, it belongs to no composition, and no focused element uses
 * it, above all no text that is edited. The focus is known only while the event is dispatched.
 */
export function isLeftToPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event)) return false
  return !passedBy(event).some((element) => usesKey(element, event.key))
}

/** Whether a key press may be a shortcut of the page: without modifiers, or with `command` by either Control or Command. */
export function isShortcut(event: KeyboardEvent, command = false): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey || (shiftKey && !SIGN.test(key)) || (command ? ctrlKey === metaKey : ctrlKey || metaKey)) return false
  return isLeftToPage(event)
}
