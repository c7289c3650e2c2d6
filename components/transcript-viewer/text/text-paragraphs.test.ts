import { expect, test } from 'vitest'
import { textDirection } from './text-paragraphs'

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['en-GB', 'ltr'],
  ['zh-Hant', 'ltr'],
  [null, 'auto'],
  ['not a tag', 'auto'],
] as const)('%s is written %s', (lang, direction) => {
  expect(textDirection(lang)).toBe(direction)
})
