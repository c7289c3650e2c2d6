/** The notation of a language for the values of JSON. */
export type Dialect = {
  indent: string
  string: (text: string) => string
  key: (name: string) => string
  /** A number, boolean or null. */
  word: (value: unknown) => string
  /** There are spaces inside of braces on one line. */
  spaced: boolean
  /** The text after the last of several lines. */
  lastComma: ',' | ''
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A JSON value as the source text of a language, from the second line on below `indent`. */
export function writeLiteral(value: unknown, dialect: Dialect, indent = ''): string {
  if (typeof value === 'string') return dialect.string(value)
  if (typeof value !== 'object' || value === null) return dialect.word(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inside = indent + dialect.indent
  const parts = Array.isArray(value)
    ? value.map((item) => writeLiteral(item, dialect, inside))
    : Object.entries(value).map(([name, item]) => `${dialect.key(name)}: ${writeLiteral(item, dialect, inside)}`)
  if (parts.length === 0) return `${open}${close}`
  const fitsALine = Object.values(value).every(isScalar) && parts.join(', ').length < 60
  const space = dialect.spaced && open === '{' ? ' ' : ''
  if (fitsALine) return `${open}${space}${parts.join(', ')}${space}${close}`
  const lines = parts.map((part) => `${inside}${part}`).join(',\n')
  return `${open}\n${lines}${dialect.lastComma}\n${indent}${close}`
}

const JSON_DIALECT: Dialect = {
  indent: '  ',
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  word: String,
  spaced: true,
  lastComma: '',
}

/** Formats JSON for people: a value that fits on one line stays on one. */
export function jsonText(value: unknown): string {
  return writeLiteral(value, JSON_DIALECT)
}
