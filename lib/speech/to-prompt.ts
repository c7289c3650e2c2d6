import type { SpeechWords } from './engine'

/** Engines read 224 tokens of a prompt, about this many letters. */
const MAX_PROMPT_LENGTH = 600
/** Scripts other than Latin take about a token for each character. */
const LENGTH_OF_OTHERS = 3

/** Code points below this are of the Latin script. */
const LATIN_END = 0x250

function lengthOf(text: string): number {
  return Array.from(text).reduce((sum, c) => sum + ((c.codePointAt(0) ?? 0) < LATIN_END ? 1 : LENGTH_OF_OTHERS), 0)
}

/**
 * The words as one prompt, as much of them as an engine reads: the terms, in their order, then the prompt, whose end is kept
 * where it is too long, since engines read the end. Null without any.
 */
export function toPrompt({ prompt, terms }: SpeechWords, maxLength = MAX_PROMPT_LENGTH): string | null {
  let kept = Array.from(prompt)
  while (lengthOf(kept.join('')) > maxLength) kept = kept.slice(Math.ceil(kept.length / 20))
  const end = kept.join('').trim()
  let list = ''
  for (const term of terms) {
    const longer = list === '' ? term : `${list}, ${term}`
    if (lengthOf(longer) + 2 + lengthOf(end) > maxLength) break
    list = longer
  }
  const whole = list !== '' && end !== '' ? `${list}. ${end}` : `${list}${end}`
  return whole === '' ? null : whole
}
