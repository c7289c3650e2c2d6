import type { Segment } from './cue'

/** Captions found with a recording: their text, their language where it is said (BCP 47), and which others there are. */
export type FoundCaptions = { segments: Segment[]; lang: string | null; availableLangs: string[] }
