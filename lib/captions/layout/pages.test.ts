import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemsEnd, MAX_PAGE_CHARACTERS, pageEnd } from './pages'

function pagesOf(document: string, maxCharacters: number): string[] {
  const pages: string[] = []
  for (let from = 0; from < document.length; ) {
    const end = pageEnd(document, from, maxCharacters)
    pages.push(document.slice(from, end))
    from = end
  }
  return pages
}

describe('pages of a document', () => {
  test('put together are the document, with any content', () => {
    const chunk = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n\n', '\n', ' ', '😀', 'word', '漢字'))
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (chunks, maxCharacters) => {
        const document = chunks.join('').toWellFormed()
        const pages = pagesOf(document, maxCharacters)
        expect(pages.join('')).toBe(document)
        for (const page of pages) {
          expect(page.length).toBeGreaterThan(0)
          expect(page.length).toBeLessThanOrEqual(maxCharacters)
          expect(page.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  test('end where a paragraph does', () => {
    expect(pagesOf('one two\n\nthree\n\nfour five', 17)).toEqual(['one two\n\nthree\n\n', 'four five'])
  })

  test('end between words where a paragraph is longer than a page', () => {
    expect(pagesOf('one two three four', 10)).toEqual(['one two ', 'three four'])
    expect(pagesOf('漢字漢字漢字', 12)).toEqual(['漢字漢字', '漢字'])
    expect(pagesOf('a😀😀', 7)).toEqual(['a😀', '😀'])
  })

  test('have a third of the characters where each is a token, as in Chinese', () => {
    expect(pagesOf('漢'.repeat(40_000), MAX_PAGE_CHARACTERS).map(({ length }) => length)).toEqual([
      13_333, 13_333, 13_333, 1,
    ])
    const items = Array.from({ length: 40 }, () => '漢'.repeat(1000))
    expect(itemsEnd(items, 0)).toBe(13)
  })

  test('are cut quickly from five million characters', () => {
    const pages = pagesOf('x'.repeat(5_000_000), MAX_PAGE_CHARACTERS)
    expect(pages).toHaveLength(125)
  })
})

describe('items on a page', () => {
  test('are as many as fit, at least one', () => {
    const long = 'x'.repeat(30_000)
    expect(itemsEnd([long, long, long], 0)).toBe(1)
    expect(itemsEnd(['x'.repeat(50_000), 'a'], 0)).toBe(1)
    expect(itemsEnd(['a', 'b', 'c'], 1)).toBe(3)
    expect(itemsEnd(['a', 'b', 'c'], 0, 2)).toBe(2)
    expect(itemsEnd([], 0)).toBe(0)
    expect(itemsEnd(['a'], 5)).toBe(1)
  })
})
