import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTermFinder, type TermOptions } from './find-terms'

type Match = [term: number, from: number, to: number]

function find(text: string, terms: string[], options: Partial<TermOptions> = {}): Match[] {
  const found: Match[] = []
  const findTerms = createTermFinder(terms, { caseSensitive: false, wholeWords: false, ...options })
  findTerms(text, (...match) => found.push(match))
  return found.sort(([one, from], [other, start]) => one - other || from - start)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

describe('matches of terms', () => {
  test('are those of a regular expression for each term', () => {
    const letters = fc.constantFrom('a', 'b', 'A', 'é', 'É', 'ß', 'ſ', 's', 'K', '𐐀', '𐐨', '的', ' ', '.')
    const words = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
    const text = fc.string({ unit: letters, maxLength: 60 })
    fc.assert(
      fc.property(text, fc.array(words, { maxLength: 6 }), fc.boolean(), (spoken, all, caseSensitive) => {
        const terms = all.map((term) => term.normalize('NFC').replace(/ +/g, ' '))
        const said = spoken.normalize('NFC').replace(/ +/g, ' ')
        const expected = terms.flatMap((term, index) =>
          [...said.matchAll(new RegExp(escaped(term), caseSensitive ? 'gu' : 'giu'))].map(
            (match): Match => [index, match.index, match.index + match[0].length],
          ),
        )
        expect(find(said, terms, { caseSensitive })).toEqual(expected)
      }),
    )
  })

  test('have the case folding of regular expressions for every character', () => {
    for (let code = 0x21; code < 0x10ffff; code = code === 0xd7ff ? 0xe000 : code + 1) {
      const character = String.fromCodePoint(code)
      if (character.normalize('NFC') !== character) continue
      const other = character.toLowerCase() === character ? character.toUpperCase() : character.toLowerCase()
      if (other === character || [...other].length !== 1) continue
      const isEqual = new RegExp(escaped(character), 'iu').test(other)
      if (find(other, [character]).length > 0 !== isEqual) expect([character, other, isEqual]).toBe('equal')
    }
  })

  test('that are whole words end where words do, and anywhere in a script without spaces', () => {
    const whole = { wholeWords: true }
    expect(find('art part art. parts', ['art'], whole)).toEqual([
      [0, 0, 3],
      [0, 9, 12],
    ])
    expect(find('我们的猫', ['猫'], whole)).toEqual([[0, 3, 4]])
    expect(find('𐐀art art', ['art'], whole)).toEqual([[0, 6, 9]])
  })

  test('do not overlap for one term, and may for different terms', () => {
    expect(find('aaaa', ['aa', 'aaa'])).toEqual([
      [0, 0, 2],
      [0, 2, 4],
      [1, 0, 3],
    ])
  })
})
