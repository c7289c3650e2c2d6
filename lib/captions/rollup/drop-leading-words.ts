import type { Cue, Word } from '@/lib/captions/cue'
import { letterCount } from '@/lib/captions/rollup/screens'

/** The text from its `count`-th visible character on. */
function afterLetters(text: string, count: number): string {
  let left = count
  let index = 0
  while (index < text.length && left > 0) {
    if (!/[\s\u200b]/.test(text.charAt(index))) left -= 1
    index += 1
  }
  return text.slice(index).trim()
}

/**
 * A cue's words without those of its first `count` visible characters; a word that lies on both sides is cut. Undefined
 * when the cue has none, none are left, or they aren't its text, so that it can't be said which to leave out.
 */
export function dropLeadingWords({ text, words }: Cue, count: number): Word[] | undefined {
  if (!words || count === 0) return words
  const lengths = words.map((word) => letterCount(word.text))
  if (lengths.reduce((sum, length) => sum + length, 0) !== letterCount(text)) return undefined
  const left: Word[] = []
  let position = 0
  for (const [index, word] of words.entries()) {
    const length = lengths[index] ?? 0
    const skipped = count - position
    position += length
    if (skipped <= 0) left.push(word)
    else if (skipped < length) left.push({ ...word, text: afterLetters(word.text, skipped) })
  }
  return left.length > 0 ? left : undefined
}
