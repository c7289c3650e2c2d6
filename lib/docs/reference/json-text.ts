import { type Dialect, writeLiteral } from './write-literal'

const JSON_DIALECT: Dialect = {
  indent: '  ',
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  word: String,
  spaced: true,
  lastComma: '',
}

/** JSON as people write it: what fits a line stands on one. */
export function jsonText(value: unknown): string {
  return writeLiteral(value, JSON_DIALECT)
}
