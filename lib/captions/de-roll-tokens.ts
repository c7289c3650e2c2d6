import { isNoSpace } from '@/lib/captions/text-joiner'

/** A word, or a character of a script without spaces: where it begins in the text, and how it is compared. */
export type Token = { start: number; key: string; weight: number }

const CHARACTER_WEIGHT = 0.5

function foldedWord(word: string): string {
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
export function deRollTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(/\S+/g)) {
    const [word] = match
    if (isNoSpace(word.codePointAt(0))) pushCharacters(tokens, word, match.index)
    else tokens.push({ start: match.index, key: foldedWord(word), weight: 1 })
  }
  return tokens
}

/** How many words the first `count` tokens are. */
export function tokensWeight(tokens: readonly Token[], count: number): number {
  let weight = 0
  for (let index = 0; index < count; index += 1) weight += tokens[index]?.weight ?? 0
  return weight
}
