import { expect, test } from 'vitest'
import { ASSEMBLYAI_LANGUAGES, fromLanguageCode, toLanguageCode } from './language-code'

test.each([
  ['en', 'en'],
  ['en-US', 'en_us'],
  ['en-GB', 'en_uk'],
  ['en-Latn-AU', 'en_au'],
  ['en-IN', 'en'],
  ['pt-BR', 'pt'],
  ['de-CH', 'de'],
  ['gsw', 'de_ch'],
  ['zh-Hant-TW', 'zh'],
  ['nb', 'no'],
  ['no', 'no'],
  ['nn', 'nn'],
  ['fil', 'tl'],
  ['tl', 'tl'],
  ['jv', 'jw'],
  ['he', 'he'],
  ['haw', 'haw'],
  ['yue', null],
  ['tlh', null],
])('%s is asked for as %s', (lang, code) => {
  expect(toLanguageCode(lang)).toBe(code)
})

test.each([
  ['en_uk', 'en-GB'],
  ['en_us', 'en-US'],
  ['de_ch', 'de-CH'],
  ['jw', 'jv'],
  ['tl', 'fil'],
  ['es', 'es'],
  ['pt_br', 'pt-BR'],
  ['nothing known', null],
  ['en_12', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%s in an answer is %s', (code, lang) => {
  expect(fromLanguageCode(code)).toBe(lang)
})

test('every language listed can be asked for', () => {
  expect(ASSEMBLYAI_LANGUAGES.filter((lang) => toLanguageCode(lang) === null)).toEqual([])
  expect(new Set(ASSEMBLYAI_LANGUAGES).size).toBe(101)
})
