import { expect, test } from 'vitest'
import { decideLanguage } from './identify-language'

const place = (...guesses: [lang: string, probability: number][]) =>
  guesses.map(([lang, probability]) => ({ lang, probability }))

test.each([
  ['three places that agree', [place(['ja', 0.9]), place(['ja', 0.8]), place(['ja', 0.99])], 'ja'],
  ['two of three', [place(['ja', 0.9]), place(['ko', 0.4], ['ja', 0.3]), place(['ja', 0.9])], 'ja'],
  ['one place', [place(['de', 0.97], ['nl', 0.02])], 'de'],
  ['a place without sound', [place(), place(['de', 0.97])], 'de'],
])('%s decide', (_, places, lang) => {
  expect(decideLanguage(places).lang).toBe(lang)
})

test.each([
  ['no sound', [place(), place()]],
  ['three languages', [place(['ja', 0.9]), place(['ko', 0.9]), place(['zh', 0.9])]],
  ['two neighbours without a lead', [place(['no', 0.5], ['da', 0.45]), place(['no', 0.6], ['da', 0.3])]],
  ['a guess', [place(['cy', 0.3], ['en', 0.1])]],
])('%s leave it undecided', (_, places) => {
  expect(decideLanguage(places).lang).toBeNull()
})

test('the guesses of all places are kept by their mean, the most probable first', () => {
  const { guesses } = decideLanguage([place(['no', 0.5], ['da', 0.45]), place(['da', 0.6], ['no', 0.3])])
  expect(guesses).toEqual([
    { lang: 'da', probability: 0.525 },
    { lang: 'no', probability: 0.4 },
  ])
})
