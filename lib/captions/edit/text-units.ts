import { isNoSpace } from '../text/text-joiner'

/**
 * A unit by which texts are compared: the text between spaces or, in a script without spaces, one character. Offsets
 * are UTF-16.
 */
export type TextUnit = { text: string; from: number; to: number }

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Divides the text between two spaces: each character of a script without spaces is a separate unit. */
function* divide(run: string, from: number): Generator<TextUnit> {
  let start = -1
  for (const { segment, index } of GRAPHEMES.segment(run)) {
    if (!isNoSpace(segment.codePointAt(0))) {
      if (start < 0) start = index
      continue
    }
    if (start >= 0) yield { text: run.slice(start, index), from: from + start, to: from + index }
    start = -1
    yield { text: segment, from: from + index, to: from + index + segment.length }
  }
  if (start >= 0) yield { text: run.slice(start), from: from + start, to: from + run.length }
}

/** Whether any code unit may belong to a script without spaces: they begin with Thai. */
const MAY_HAVE_NO_SPACES = /[\u0e00-\uffff]/

export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = []
  for (const { 0: run, index } of text.matchAll(/\S+/gu)) {
    if (MAY_HAVE_NO_SPACES.test(run)) units.push(...divide(run, index))
    else units.push({ text: run, from: index, to: index + run.length })
  }
  return units
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The words of a newly written text: split at spaces, and by dictionary in a script without spaces, each with the
 * punctuation after it.
 */
export function wordsOfText(text: string): string[] {
  return text.split(/\s+/u).flatMap((run) => {
    if (run === '') return []
    if (![...run].some((character) => isNoSpace(character.codePointAt(0)))) return [run]
    const words: string[] = []
    for (const { segment, isWordLike } of WORDS.segment(run)) {
      const last = words.length - 1
      if (isWordLike || last < 0) words.push(segment)
      else words[last] += segment
    }
    return words
  })
}
