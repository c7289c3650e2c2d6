import type { Fields, ReadFormat } from './format'
import { parseWhisperJson } from './whisper-json'

/** A word with the score of its alignment; numbers have neither score nor times. */
const isAligned = (word: unknown) => typeof word === 'object' && word !== null && 'word' in word && 'score' in word

const isSegment = ({ start, words }: Fields) =>
  typeof start === 'number' && Array.isArray(words) && words.some(isAligned)

/** The JSON of WhisperX: Whisper's, with aligned words of which some have no times. */
export const whisperxJson = {
  id: 'whisperx-json',
  label: 'WhisperX JSON',
  origin: 'WhisperX, with speakers',
  endings: ['json'],
  mediaTypes: ['application/json'],
  detect: ({ first, elements }) => first === '{' && elements('segments').some(isSegment),
  parse: parseWhisperJson,
} as const satisfies ReadFormat
