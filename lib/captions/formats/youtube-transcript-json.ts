import type { ParsedCues } from '../cue'
import { textChunks } from '../parsing/steps'
import { parseElements, timedCue } from '../parsing/timed-json'
import { type Fields, firstElements, type ReadFormat } from './format'

// With several videos the file is a list of lists, of which the first is read.
const BEGINNING = /^\s{0,4096}\[\s{0,4096}(?:\[\s{0,4096})?(?=\{)/

/** The document in chunks, with its list as a member of an object. */
function* asMember(text: string): Generator<string, void, void> {
  yield '{"list":['
  yield* textChunks(text.replace(BEGINNING, ''))
}

/**
 * Parses what youtube-transcript-api writes as JSON: a list of texts with their start and duration in seconds. `dropped` counts those
 * that cannot be read, what a broken end leaves open, and cues beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseYoutubeTranscriptJson(text: string): ParsedCues {
  if (!BEGINNING.test(text)) return parseElements([], 'list', () => null)
  return parseElements(asMember(text), 'list', ({ start, duration, text: said }) =>
    timedCue({ start, duration, text: said }),
  )
}

const isSnippet = ({ start, duration, text }: Fields) =>
  typeof start === 'number' && typeof duration === 'number' && typeof text === 'string'

export const youtubeTranscriptJson = {
  id: 'youtube-transcript-json',
  label: 'youtube-transcript-api JSON',
  origin: 'youtube-transcript-api (Python)',
  endings: ['json'],
  mediaTypes: ['application/json'],
  detect: ({ text, first }) =>
    first === '[' && BEGINNING.test(text) && firstElements(asMember(text), 'list').some(isSnippet),
  parse: parseYoutubeTranscriptJson,
} as const satisfies ReadFormat
