import { isWhiteSpace, trimmedStart } from '@/lib/captions/is-white-space'
import { isNoSpace } from '@/lib/captions/text-joiner'

/** A word, or a character of a script without spaces: where it begins in the text, and how it is compared. */
export type Token = { start: number; key: string; weight: number }

const CHARACTER_WEIGHT = 0.5
const LOWER_CASE = /^[a-z\d]+$/

function foldedWord(word: string): string {
  if (LOWER_CASE.test(word)) return word
  const folded = word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
  return folded === '' ? word : folded
}

function pushCharacters(tokens: Token[], word: string, start: number): void {
  let from = 0
  for (const character of word) {
    tokens.push({ start: start + from, key: character, weight: CHARACTER_WEIGHT })
    from += character.length
  }
}

/** The words of a text, without regard to case and punctuation. A character of a script without spaces is half one. */
export function rollupTokens(text: string): Token[] {
  const tokens: Token[] = []
  let start = trimmedStart(text, 0, text.length)
  while (start < text.length) {
    let end = start + 1
    while (end < text.length && !isWhiteSpace(text.charCodeAt(end))) end += 1
    const word = text.slice(start, end)
    if (isNoSpace(word.codePointAt(0))) pushCharacters(tokens, word, start)
    else tokens.push({ start, key: foldedWord(word), weight: 1 })
    start = trimmedStart(text, end, text.length)
  }
  return tokens
}

/** How many words the first `count` tokens are. */
export function tokensWeight(tokens: readonly Token[], count: number): number {
  let weight = 0
  for (let index = 0; index < count; index += 1) weight += tokens[index]?.weight ?? 0
  return weight
}
