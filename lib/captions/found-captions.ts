import type { Segment } from './cue'

/**
 * Captions found with a recording: their text, their language where it is said (BCP 47), who made them, and which
 * languages there are. `original`: they are in the language spoken, as far as is known.
 */
export type FoundCaptions = {
  segments: Segment[]
  lang: string | null
  source: 'captions' | 'auto_captions'
  original: boolean
  availableLangs: string[]
}

/** Captions of a file that does not say what language they are in. */
export function unlabelledCaptions(segments: Segment[]): FoundCaptions {
  return { segments, lang: null, source: 'captions', original: true, availableLangs: [] }
}
