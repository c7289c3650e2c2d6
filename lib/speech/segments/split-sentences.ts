import type { Word } from '@/lib/captions/cue'

/** A sentence shorter than this is joined with the next one: "Yes. No. Maybe." is one segment. */
const SHORTEST_MS = 1000
const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]」』]*$/u
const TITLES = new Set(['dr', 'jr', 'mr', 'mrs', 'ms', 'prof', 'sr', 'st', 'vs'])
const SMALL_LETTER = /^\p{Ll}/u

/** Whether a word with a full stop is a title, or one letter: "Dr. Smith", "J. Doe". */
function isAbbreviation(text: string): boolean {
  return text.endsWith('.') && (TITLES.has(text.slice(0, -1).toLowerCase()) || /^\p{Lu}\.$/u.test(text))
}

function endsSentence(word: Word, next: Word | undefined): boolean {
  if (!SENTENCE_END.test(word.text) || isAbbreviation(word.text)) return false
  return next === undefined || !SMALL_LETTER.test(next.text)
}

/** Words with punctuation, in order, as sentences; very short ones stay with the one that follows. */
export function splitSentences(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = []
  let sentence: Word[] = []
  for (const [index, word] of words.entries()) {
    sentence.push(word)
    const lastedMs = word.endMs - (sentence[0]?.startMs ?? 0)
    if (lastedMs < SHORTEST_MS || !endsSentence(word, words[index + 1])) continue
    sentences.push(sentence)
    sentence = []
  }
  return sentence.length > 0 ? [...sentences, sentence] : sentences
}
