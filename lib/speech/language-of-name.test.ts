import { expect, test } from 'vitest'
import { languageOfName } from './language-of-name'

test.each([
  ['english', 'en'],
  ['English', 'en'],
  ['en', 'en'],
  ['pt-br', 'pt-BR'],
  ['mandarin', 'zh'],
  ['cantonese', 'yue'],
  ['haitian creole', 'ht'],
  ['norwegian', 'no'],
  ['hebrew', 'he'],
  ['javanese', 'jv'],
  ['haw', 'haw'],
  ['klingonese speech', null],
  ['', null],
  [null, null],
])('%s is %s', (name, lang) => {
  expect(languageOfName(name)).toBe(lang)
})
