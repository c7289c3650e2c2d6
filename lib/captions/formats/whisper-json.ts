import type { Cue, ParsedCues } from '../cue'
import { addCue } from '../parsing/collect-cues'
import { joinWords, type TimedText } from '../parsing/join-words'
import { runSteps, textChunks } from '../parsing/steps'
import { parseElements, stringMember, timedCue, wordReader } from '../parsing/timed-json'
import type { Fields, ReadFormat } from './format'

const isTimed = ({ start, end }: Fields) => typeof start === 'number' && typeof end === 'number'
const isSegment = (segment: Fields) => isTimed(segment) && typeof segment.text === 'string'
const isWord = (word: Fields) => isTimed(word) && typeof word.word === 'string'

/** The words beside the segments, as OpenAI writes them: a cue each. */
function parseWords(text: string): ParsedCues {
  return parseElements(textChunks(text), 'words', ({ start, end, word }) => timedCue({ start, end, text: word }))
}

/** Gives segments without words those that begin while they last. */
function addWords(segments: readonly Cue[], words: readonly Cue[]): void {
  let next = 0
  for (const segment of segments) {
    const from = next
    while ((words[next]?.startMs ?? Number.POSITIVE_INFINITY) < segment.endMs) next += 1
    if (next > from) segment.words = words.slice(from, next)
  }
}

/** Joins words without segments to sentences. */
function sentencesOf({ cues, ...rest }: ParsedCues): ParsedCues {
  const parsed: ParsedCues = { ...rest, cues: [] }
  const words: TimedText[] = cues.map(({ startMs, endMs, text }) => ({ startMs, endMs, text, speaker: null }))
  for (const cue of runSteps(joinWords(words))) addCue(parsed, cue)
  return parsed
}

/**
 * Parses what Whisper and programs like it write as JSON: segments with their words and speakers, where they have them, or words
 * alone, which become sentences. `dropped` counts what cannot be read, what a broken end leaves open, and cues beyond `MAX_CUES`.
 * Never throws. Linear time.
 */
export function parseWhisperJson(text: string): ParsedCues {
  const wordsOf = wordReader()
  const parsed = parseElements(textChunks(text), 'segments', ({ start, end, text: said, words, speaker }) => {
    const cue = timedCue({ start, end, text: said })
    if (!cue) return null
    const read = wordsOf(words, cue)
    if (read.length > 0) cue.words = read
    if (typeof speaker === 'string') cue.speaker = speaker
    return cue
  })
  const lang = stringMember(text, 'language')
  if (parsed.cues.some(({ words }) => words)) return { ...parsed, lang }
  const words = parseWords(text)
  if (parsed.cues.length === 0 && parsed.dropped === 0) return { ...sentencesOf(words), lang }
  addWords(parsed.cues, words.cues)
  return { ...parsed, lang }
}

/** Whisper's JSON, and OpenAI's `verbose_json` and `diarized_json`. */
export const whisperJson = {
  id: 'whisper-json',
  label: 'Whisper JSON',
  origin: 'Whisper, faster-whisper, and OpenAI (`verbose_json`, `diarized_json`)',
  endings: ['json'],
  mediaTypes: ['application/json'],
  detect: ({ first, elements }) =>
    first === '{' && (elements('segments').some(isSegment) || elements('words').some(isWord)),
  parse: parseWhisperJson,
} as const satisfies ReadFormat
