import { describe, expect, test } from 'vitest'
import { isInText, isLeftToPage, isShortcut } from './shortcut-key'

type Attributes = { role?: string; type?: string; isContentEditable?: boolean }

const element = (localName: string, { role, type = '', isContentEditable = false }: Attributes = {}) =>
  ({ localName, type, isContentEditable, getAttribute: () => role ?? null }) as unknown as EventTarget

/** A key press within these elements, from the innermost, in a document and its window. */
const press = (key: string, path: EventTarget[] = [], more: Partial<KeyboardEvent> = {}) => {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const state = { isComposing: false, keyCode: 0, defaultPrevented: false }
  const composedPath = () => [...path, element('body'), element('html'), new EventTarget()]
  return { key, ...modifiers, ...state, composedPath, ...more } as unknown as KeyboardEvent
}

const KEYS = [' ', 'k', 'j', 'c', 'n', '/', '?', '<', 'ArrowLeft', 'ArrowDown', 'Home', 'Enter']
/** The keys that an element leaves to the shortcuts of the page. */
const leftBy = (...path: EventTarget[]) => KEYS.filter((key) => isShortcut(press(key, path)))

const editable = element('div', { isContentEditable: true })
const TEXTS: [string, EventTarget[]][] = [
  ['an input', [element('input', { type: 'text' })]],
  ['a search field', [element('input', { type: 'search' })]],
  ['a date', [element('input', { type: 'date' })]],
  ['a text area', [element('textarea')]],
  ['an editable element', [editable]],
  ['a word within an editable element', [element('b', { isContentEditable: true }), editable]],
  ['a part of an editable element that is not editable', [element('span'), editable]],
  ['a custom text box', [element('div', { role: 'textbox' })]],
  ['a custom combo box', [element('div', { role: 'combobox' })]],
  ['a field in a shadow root', [element('input', { type: 'text' }), new EventTarget(), element('x-field')]],
]

describe('no shortcut acts', () => {
  test.each(TEXTS)('in %s', (_, path) => {
    expect(leftBy(...path)).toEqual([])
    expect(isShortcut(press('k', path, { ctrlKey: true }), true)).toBe(false)
    expect(isInText(press('a', path))).toBe(true)
  })

  test.each<[string, EventTarget[]]>([
    ['a list of options', [element('select')]],
    ['a menu item', [element('div', { role: 'menuitemradio' })]],
    ['a list box', [element('ul', { role: 'listbox' })]],
    ['a button of a dialog', [element('button'), element('div', { role: 'dialog' })]],
    ['a dialog that asks', [element('div', { role: 'alertdialog' })]],
  ])('in %s', (_, path) => {
    expect(leftBy(...path)).toEqual([])
    expect(isInText(press('a', path))).toBe(false)
  })

  test.each<[string, Partial<KeyboardEvent>]>([
    ['in a composition', { isComposing: true }],
    ['for the key that ends a composition', { keyCode: 229 }],
    ['for a key that has been handled', { defaultPrevented: true }],
    ['with Control', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Alt', { altKey: true }],
  ])('%s', (_, more) => {
    expect(KEYS.filter((key) => isShortcut(press(key, [], more)))).toEqual([])
  })

  test('with Shift, except for signs, which some keyboards have there', () => {
    expect(KEYS.filter((key) => isShortcut(press(key, [], { shiftKey: true })))).toEqual(['/', '?', '<'])
    expect(isShortcut(press('K', [], { shiftKey: true }))).toBe(false)
  })
})

describe('shortcuts act', () => {
  const LETTERS = ['k', 'j', 'c', 'n', '/', '?', '<']
  test.each<[string, EventTarget[], string[]]>([
    ['on the page, all', [], KEYS],
    ['on text that is read, all', [element('span'), element('p')], KEYS],
    ['on a button, except those that press it', [element('button')], [...LETTERS, 'ArrowLeft', 'ArrowDown', 'Home']],
    ['on a link, except those that follow it', [element('a')], [...LETTERS, 'ArrowLeft', 'ArrowDown', 'Home']],
    ['on a range, except those that move it', [element('input', { type: 'range' })], LETTERS],
    ['on a tab, except those that move it', [element('div', { role: 'tab' })], LETTERS],
    ['on a video, except its own', [element('video')], LETTERS],
  ])('%s', (_, path, keys) => expect(leftBy(...path)).toEqual(keys))

  test('with Control or Command where they are asked for, and not with both', () => {
    const pressed = (more: Partial<KeyboardEvent>) => isShortcut(press('k', [], more), true)
    expect([{ ctrlKey: true }, { metaKey: true }].map(pressed)).toEqual([true, true])
    const others = [{}, { ctrlKey: true, metaKey: true }, { ctrlKey: true, altKey: true }]
    expect([...others, { ctrlKey: true, shiftKey: true }].map(pressed)).toEqual([false, false, false, false])
  })

  test('a key with a modifier that scrolls is left to the page', () => {
    expect(isLeftToPage(press('End', [], { ctrlKey: true }))).toBe(true)
    expect(isLeftToPage(press('End', [editable], { ctrlKey: true }))).toBe(false)
  })
})
