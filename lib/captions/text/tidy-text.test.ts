import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryCues } from '../testing/arbitrary-cues'
import { tidyText, tidyTexts } from './tidy-text'
import { collapseSpaces, toLineFeeds } from './white-space'

describe('tidyTexts', () => {
  test('tidies each text as it would be alone, however many lines are joined', () => {
    fc.assert(
      fc.property(
        arbitraryCues(),
        (cues) => void expect(tidyTexts(cues)).toEqual(cues.map(({ text }) => tidyText(text))),
      ),
    )
    const lines = fc
      .array(fc.constantFrom('so it is', 'a', '字幕', 'été', 'река “', '', ' b', 'e\u0301'))
      .map((all) => all.join('\n'))
    fc.assert(
      fc.property(fc.array(lines), (texts) => {
        expect(tidyTexts(texts.map((text) => ({ text })))).toEqual(texts.map((text) => tidyText(text)))
      }),
    )
  })

  test('a long file has the lines that it had', () => {
    const cues = Array.from({ length: 9000 }, (_, index) => ({ text: `line ${index}\nof ${9000 - index}` }))
    expect(tidyTexts(cues)).toEqual(cues.map(({ text }) => text.replace('\n', ' ')))
  })
})

test('collapseSpaces puts one space for any white space', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab \t\n\r\f\v\u00a0\u2003\u2028\u3000\ufeff\ud800字'.split('')) })
  fc.assert(fc.property(text, (any) => void expect(collapseSpaces(any)).toBe(any.replace(/\s+/g, ' ').trim())))
})

test('toLineFeeds ends every line in a line feed', () => {
  const text = fc.string({ unit: fc.constantFrom(...'a\r\n\ufeff\ud800'.split('')) })
  fc.assert(
    fc.property(text, (any) => void expect(toLineFeeds(any)).toBe(any.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))),
  )
})
