import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import type { Steps } from '@/lib/captions/run-steps'
import { isNoSpace, textJoiner } from '@/lib/captions/text-joiner'

/** A segment of a Podcasting 2.0 transcript: integer milliseconds, text that isn't empty. */
export type PodcastSegment = { startMs: number; endMs: number; text: string; speaker: string | null }

const SEGMENTS_A_STEP = 2000
const PAUSE_MS = 1500
const LONGEST_TEXT = 200
const LONGEST_NO_SPACE_WORD = 4
const SENTENCE_END = /[.!?…。！？]["'”’»)\]」』]{0,3}$/u
const CLOSING_SIGN = /^[,.;:!?…%)\]}’”»、。，！？」』]/u

function isWord({ text }: PodcastSegment): boolean {
  if (text.length > LONGEST_TEXT || /\s/.test(text)) return false
  return !isNoSpace(text.codePointAt(0)) || text.length <= LONGEST_NO_SPACE_WORD
}

/** Whether the transcript has one word a segment: nearly all of them, and not by the chance of a few short answers. */
function isWordByWord(segments: readonly PodcastSegment[]): boolean {
  const words = segments.filter(isWord).length
  return words >= 3 && words * 10 >= segments.length * 9
}

function newSentence({ startMs, endMs, text }: PodcastSegment): Required<Cue> {
  return { startMs, endMs, text, words: [{ startMs, endMs, text }] }
}

function addWord(sentence: Required<Cue>, { startMs, endMs, text }: PodcastSegment): void {
  const last = sentence.words.at(-1)
  sentence.text += (CLOSING_SIGN.test(text) ? '' : textJoiner(last?.text ?? '', text)) + text
  sentence.endMs = Math.max(sentence.endMs, endMs)
  sentence.words.push({ startMs, endMs, text })
}

function endsSentence(sentence: Required<Cue>, last: PodcastSegment, next: PodcastSegment): boolean {
  if (last.speaker !== next.speaker || next.startMs - last.endMs >= PAUSE_MS || next.startMs < last.startMs) return true
  return sentence.text.length >= LONGEST_TEXT || (SENTENCE_END.test(last.text) && !CLOSING_SIGN.test(next.text))
}

/** Cues of segments as they are, or, where they are single words, of sentences: one speaker's, without a long pause. */
export function* finishPodcastSegments(segments: readonly PodcastSegment[]): Steps<ParsedCues> {
  if (!isWordByWord(segments)) {
    const cues = segments.slice(0, MAX_CUES).map(({ startMs, endMs, text }) => ({ startMs, endMs, text }))
    return { cues, dropped: segments.length - cues.length }
  }
  const sentences: Required<Cue>[] = []
  for (const [index, segment] of segments.entries()) {
    const last = segments[index - 1]
    const sentence = sentences.at(-1)
    if (last && sentence && !endsSentence(sentence, last, segment)) addWord(sentence, segment)
    else sentences.push(newSentence(segment))
    if (index % SEGMENTS_A_STEP === SEGMENTS_A_STEP - 1) yield
  }
  const cues = sentences.slice(0, MAX_CUES)
  return { cues, dropped: sentences.length - cues.length }
}
