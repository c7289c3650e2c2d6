import { expect, test } from 'vitest'
import { languageOfTag } from './language-of-tag'

test.each([
  ['eng', 'en'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['pt_br', 'pt-BR'],
  ['und', null],
  ['zxx', null],
  ['not a tag', null],
  ['', null],
  [undefined, null],
])('%s is %s', (tag, lang) => {
  expect(languageOfTag(tag)).toBe(lang)
})
