/** Marks that change the direction of the text after them (Unicode TR 9), and invisible characters. */
const TRICKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cc}\ufeff]/gu

const MAX_CHARACTERS = 300

/**
 * A title that is safe beside other text: on one line, of bounded length, without marks that could reverse the text after it. Empty
 * when nothing is left.
 */
export function plainTitle(title: string): string {
  const plain = title.replace(TRICKS, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : plain
}
