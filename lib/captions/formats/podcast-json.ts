import { MAX_WORDS } from '../caption-limits'
import { parseMilliseconds } from '../clock'
import type { Cue, ParsedCues, Word } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import { scanArrayElements } from '../parsing/json-array'
import { runSteps, type Steps, textChunks } from '../parsing/steps'
import { isNoSpace, textJoiner } from '../text/text-joiner'
import type { Fields, ReadFormat } from './format'

/**
 * Parses a Podcasting 2.0 JSON transcript: its segments in the order of the file. Segments of one word each, as many files have
 * them, become sentences with words. `dropped` counts segments with unreadable times or text, what is left open at a broken
 * end, and cues beyond `MAX_CUES`. Never throws; a text that isn't such a transcript has no cues. Linear time.
 * @see https://github.com/Podcastindex-org/podcast-namespace/blob/main/transcripts/transcripts.md
 */
export function parsePodcastJson(text: string): ParsedCues {
  return runSteps(podcastJsonSteps(textChunks(text)))
}

function toSegment(value: unknown): PodcastSegment | null {
  if (typeof value !== 'object' || value === null) return null
  const { startTime, endTime, body, speaker }: Readonly<Record<string, unknown>> = { ...value }
  const startMs = parseMilliseconds(startTime, 1000)
  if (startMs === null || typeof body !== 'string') return null
  const endMs = parseMilliseconds(endTime, 1000) ?? startMs
  return { startMs, endMs, text: body.trim(), speaker: typeof speaker === 'string' ? speaker.trim() : null }
}

/** The work of `parsePodcastJson`, in small steps, on the document's text in chunks. */
function* podcastJsonSteps(chunks: Iterable<string>): Steps<ParsedCues> {
  const parsed = noCues()
  const segments: PodcastSegment[] = []
  for (const elements of scanArrayElements(chunks, 'segments')) {
    for (const element of elements) {
      const segment = element === 'broken' ? null : toSegment(element.value)
      if (segment?.text === '') continue
      if (segment && segments.length < MAX_WORDS) segments.push(segment)
      else dropCue(parsed, segments.at(-1)?.startMs)
    }
    yield
  }
  for (const cue of yield* finishPodcastSegments(segments)) addCue(parsed, cue)
  return parsed
}

/** A segment of a Podcasting 2.0 transcript: integer milliseconds, text that isn't empty. */
type PodcastSegment = { startMs: number; endMs: number; text: string; speaker: string | null }

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

/** Whether nearly all segments are single words, in a transcript of more than a few short answers. */
function isWordByWord(segments: readonly PodcastSegment[]): boolean {
  const words = segments.filter(isWord).length
  return words >= 3 && words * 10 >= segments.length * 9
}

/** A cue made of single words. */
type Sentence = Cue & { words: Word[] }

function toCue({ startMs, endMs, text, speaker }: PodcastSegment): Cue {
  return speaker ? { startMs, endMs, text, speaker } : { startMs, endMs, text }
}

function newSentence(segment: PodcastSegment): Sentence {
  const { startMs, endMs, text } = segment
  return { ...toCue(segment), words: [{ startMs, endMs, text }] }
}

function addWord(sentence: Sentence, { startMs, endMs, text }: PodcastSegment): void {
  const last = sentence.words.at(-1)
  sentence.text += (CLOSING_SIGN.test(text) ? '' : textJoiner(last?.text ?? '', text)) + text
  sentence.endMs = Math.max(sentence.endMs, endMs)
  sentence.words.push({ startMs, endMs, text })
}

function endsSentence(sentence: Sentence, last: PodcastSegment, next: PodcastSegment): boolean {
  if (last.speaker !== next.speaker || next.startMs - last.endMs >= PAUSE_MS || next.startMs < last.startMs) return true
  return sentence.text.length >= LONGEST_TEXT || (SENTENCE_END.test(last.text) && !CLOSING_SIGN.test(next.text))
}

/** The segments as cues; single words are joined to sentences of one speaker without a long pause. */
function* finishPodcastSegments(segments: readonly PodcastSegment[]): Steps<Cue[]> {
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

const isSegment = (segment: Fields) => 'startTime' in segment && typeof segment.body === 'string'

/** The JSON of the Podcasting 2.0 namespace. */
export const podcastJson = {
  id: 'podcast-json',
  label: 'podcast JSON',
  origin: 'podcast feeds (Podcasting 2.0)',
  endings: ['json'],
  mediaTypes: ['application/json'],
  feedRank: 2,
  detect: ({ first, elements }) => first === '{' && elements('segments').some(isSegment),
  parse: parsePodcastJson,
} as const satisfies ReadFormat
