/** Marks that turn the direction of what follows (Unicode TR 9), and characters that show nothing. */
const TRICKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cc}\ufeff]/gu

const MAX_CHARACTERS = 300

/**
 * A title as it may stand beside words that are not its own: on one line, of bounded length, without marks that could turn
 * around what is written after it. Empty where nothing is left.
 */
export function plainTitle(title: string): string {
  const plain = title.replace(TRICKS, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : plain
}
