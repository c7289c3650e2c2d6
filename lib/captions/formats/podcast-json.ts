import { MAX_WORDS } from '../caption-limits'
import { parseMilliseconds } from '../clock'
import type { ParsedCues } from '../cue'
import { addCue, dropCue, noCues } from '../parsing/collect-cues'
import { joinWords, type TimedText } from '../parsing/join-words'
import { scanArrayElements } from '../parsing/json-array'
import { runSteps, type Steps, textChunks } from '../parsing/steps'
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

function toSegment(value: unknown): TimedText | null {
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
  const segments: TimedText[] = []
  for (const elements of scanArrayElements(chunks, 'segments')) {
    for (const element of elements) {
      const segment = element === 'broken' ? null : toSegment(element.value)
      if (segment?.text === '') continue
      if (segment && segments.length < MAX_WORDS) segments.push(segment)
      else dropCue(parsed, segments.at(-1)?.startMs)
    }
    yield
  }
  for (const cue of yield* joinWords(segments)) addCue(parsed, cue)
  return parsed
}

const isSegment = (segment: Fields) => 'startTime' in segment && typeof segment.body === 'string'

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
