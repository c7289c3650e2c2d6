import { parseSync, Visitor } from 'oxc-parser'

/** A text that people would see: the line of the file that it begins on, and what it says. */
export type VisibleText = { line: number; text: string }

/** Attributes whose every word is read or read out. */
const READ_OUT = new Set(['alt', 'aria-description', 'aria-label', 'aria-valuetext', 'label', 'placeholder', 'title'])
/** Attributes whose text is for the browser, whatever it looks like. */
const FOR_MACHINES = new Set(['className', 'aria-keyshortcuts', 'rel'])

const hasLetter = (text: string) => /\p{L}/u.test(text)
const isCapitalised = (text: string) => /^\P{L}*\p{Lu}\p{Ll}/u.test(text)
/** Two words or more, with nothing in them that class names, selectors and media types have. */
const isPhrase = (text: string) => {
  const words = text.trim().split(/\s+/)
  return /\p{L}\s|\s\p{L}/u.test(text) && words.every((word) => /^[\p{L}\p{N}’'",.;:…()%?“”·]+$/u.test(word))
}
const readsLikeWords = (text: string) => hasLetter(text) && (isCapitalised(text) || isPhrase(text))

/** Every text in a TypeScript file that reads as if it were meant for people. Throws where the file can't be parsed. */
export function readVisibleText(file: string, source: string): VisibleText[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: VisibleText[] = []
  const passed = new Set<number>()
  let machineEnd = 0
  const take = (start: number, text: string, isShown: (text: string) => boolean) => {
    if (start < machineEnd || passed.has(start) || !isShown(text)) return
    found.push({ line: source.slice(0, start).split('\n').length, text: text.replace(/\s+/g, ' ').trim() })
  }
  new Visitor({
    JSXText: ({ start, value }) => take(start, value, hasLetter),
    TemplateElement: ({ start, value }) => take(start, value.raw, readsLikeWords),
    Literal: ({ start, value }) => typeof value === 'string' && take(start, value, readsLikeWords),
    JSXAttribute: ({ end, name, value }) => {
      if (typeof name.name === 'string' && FOR_MACHINES.has(name.name)) machineEnd = end
      if (value?.type !== 'Literal' || typeof name.name !== 'string' || !READ_OUT.has(name.name)) return
      take(value.start, String(value.value), hasLetter)
      passed.add(value.start)
    },
    // Imported names, compared texts and types are not visible.
    ImportDeclaration: ({ source: from }) => passed.add(from.start),
    BinaryExpression: ({ operator, left, right }) => {
      if (/^[!=]=/.test(operator)) for (const { start } of [left, right]) passed.add(start)
    },
    TSLiteralType: ({ literal }) => passed.add(literal.start),
    ExpressionStatement: ({ expression, directive }) => directive && passed.add(expression.start),
  }).visit(program)
  return found
}
