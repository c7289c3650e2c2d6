import type { Segment } from './cue'
import { detectLanguage } from './detect-language'

/**
 * The text of captions that is too large to be in memory: a worker thread has parsed it, and the table `staged_text` keeps
 * it until it is stored. `lang` is the language that its text is in, as `detectLanguage` tells it.
 */
export type StagedText = { stagedId: string; segmentCount: number; endMs: number; lang: string | null }

/** The text of captions: its segments, or where they are kept. */
export type CaptionText = Segment[] | StagedText

/** Whether a text is kept in the database, and is not in memory. */
export function isStaged(text: CaptionText): text is StagedText {
  return 'stagedId' in text
}

/** How many segments a text has. */
export function segmentCount(text: CaptionText): number {
  return isStaged(text) ? text.segmentCount : text.length
}

/** The language (BCP 47) that a text is in, told by the text alone; null where it is not certain. */
export async function languageOfText(text: CaptionText): Promise<string | null> {
  return isStaged(text) ? text.lang : detectLanguage(text)
}

/** Where a text's last segment ends; 0 without one. */
export function textEndMs(text: CaptionText): number {
  return isStaged(text) ? text.endMs : (text.at(-1)?.endMs ?? 0)
}

/**
 * Captions found with a recording: their text, their language where it is said (BCP 47), who made them, and which
 * languages there are. `original`: they are in the language spoken, as far as is known.
 */
export type FoundCaptions = {
  segments: CaptionText
  lang: string | null
  source: 'captions' | 'auto_captions'
  original: boolean
  availableLangs: string[]
}

/** Captions of a file that does not say what language they are in: their text does, unless it is too short for that. */
export async function unlabelledCaptions(segments: CaptionText): Promise<FoundCaptions> {
  const lang = await languageOfText(segments)
  return { segments, lang, source: 'captions', original: true, availableLangs: lang === null ? [] : [lang] }
}
