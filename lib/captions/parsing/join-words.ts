import type { Cue, Word } from '../cue'
import { isNoSpace, textJoiner } from '../text/text-joiner'
import type { Steps } from './steps'

/** A stretch of a transcript, maybe a single word: integer milliseconds, text that isn't empty. */
export type TimedText = { startMs: number; endMs: number; text: string; speaker: string | null }

const SEGMENTS_A_STEP = 2000
const PAUSE_MS = 1500
const LONGEST_TEXT = 200
const LONGEST_NO_SPACE_WORD = 4
const SENTENCE_END = /[.!?…。！？]["'”’»)\]」』]{0,3}$/u
const CLOSING_SIGN = /^[,.;:!?…%)\]}’”»、。，！？」』]/u

function isWord({ text }: TimedText): boolean {
  if (text.length > LONGEST_TEXT || /\s/.test(text)) return false
  return !isNoSpace(text.codePointAt(0)) || text.length <= LONGEST_NO_SPACE_WORD
}

/** Whether nearly all segments are single words, in a transcript of more than a few short answers. */
function isWordByWord(segments: readonly TimedText[]): boolean {
  const words = segments.filter(isWord).length
  return words >= 3 && words * 10 >= segments.length * 9
}

/** A cue made of single words. */
type Sentence = Cue & { words: Word[] }

function toCue({ startMs, endMs, text, speaker }: TimedText): Cue {
  return speaker ? { startMs, endMs, text, speaker } : { startMs, endMs, text }
}

function newSentence(segment: TimedText): Sentence {
  const { startMs, endMs, text } = segment
  return { ...toCue(segment), words: [{ startMs, endMs, text }] }
}

function addWord(sentence: Sentence, { startMs, endMs, text }: TimedText): void {
  const last = sentence.words.at(-1)
  sentence.text += (CLOSING_SIGN.test(text) ? '' : textJoiner(last?.text ?? '', text)) + text
  sentence.endMs = Math.max(sentence.endMs, endMs)
  sentence.words.push({ startMs, endMs, text })
}

function endsSentence(sentence: Sentence, last: TimedText, next: TimedText): boolean {
  if (last.speaker !== next.speaker || next.startMs - last.endMs >= PAUSE_MS || next.startMs < last.startMs) return true
  return sentence.text.length >= LONGEST_TEXT || (SENTENCE_END.test(last.text) && !CLOSING_SIGN.test(next.text))
}

/** The segments as cues; single words are joined to sentences of one speaker without a long pause. */
export function* joinWords(segments: readonly TimedText[]): Steps<Cue[]> {
  if (!isWordByWord(segments)) return segments.map(toCue)
  const sentences: Sentence[] = []
  for (const [index, segment] of segments.entries()) {
    const last = segments[index - 1]
    const sentence = sentences.at(-1)
    if (last && sentence && !endsSentence(sentence, last, segment)) addWord(sentence, segment)
    else sentences.push(newSentence(segment))
    if (index % SEGMENTS_A_STEP === SEGMENTS_A_STEP - 1) yield
  }
  return sentences
}
