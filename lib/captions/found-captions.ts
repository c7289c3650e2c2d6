import { Problem } from '@/lib/core/problem/problem'
import type { Segment } from './cue'
import { type CaptionFormat, readFormat } from './formats/formats'
import { type Choice, type LanguageRequest, offeredLangs, type Track, type TrackReason } from './language/choose-track'
import { detectLanguage } from './language/detect-language'
import { languageDistance } from './language/match'
import type { Warning } from './warning'

/**
 * Captions that are too large for memory: a worker process has parsed them, and the table `staged_text` holds them until they are
 * stored. `lang` is the language that `detectLanguage` found.
 */
export type StagedText = { stagedId: string; segmentCount: number; endMs: number; lang: string | null }

/** The segments of a text, or a reference to them in the database. */
export type TextBody = Segment[] | StagedText

/**
 * The text of a caption file. `format`: null for bytes that are no captions. `warnings`: what readers of the text must know, such as
 * cues that could not be read. `lang`: the language (BCP 47) that the file states, where it does.
 */
export type CaptionText = {
  segments: TextBody
  format: CaptionFormat | null
  byteCount: number
  warnings: Warning[]
  lang?: string
}

/** Whether a text is in the database and not in memory. */
export function isStaged(text: TextBody): text is StagedText {
  return 'stagedId' in text
}

export function segmentCount(text: TextBody): number {
  return isStaged(text) ? text.segmentCount : text.length
}

/** The language (BCP 47) of a text, detected by its content; null where it is not certain. */
export async function languageOfText(text: TextBody): Promise<string | null> {
  return isStaged(text) ? text.lang : detectLanguage(text)
}

/** The end of the last segment of a text; 0 without segments. */
export function textEndMs(text: TextBody): number {
  return isStaged(text) ? text.endMs : (text.at(-1)?.endMs ?? 0)
}

/**
 * Captions found with a recording: their text and its warnings, their language (BCP 47; null: not known), their source, and the
 * languages of all tracks. `original`: they were chosen as those in the language spoken.
 */
export type FoundCaptions = {
  segments: TextBody
  warnings: Warning[]
  lang: string | null
  source: 'captions' | 'auto_captions'
  original: boolean
  availableLangs: string[]
}

/**
 * The captions of a file that is sent as captions; null where it is none. One that is valid and has no text is an empty
 * transcript. Throws `invalid_media` where none of its captions can be read.
 */
export async function captionsOfFile(text: CaptionText): Promise<FoundCaptions | null> {
  if (text.format === null) return null
  const isDamaged = text.warnings.some(({ code }) => code === 'captions_damaged')
  if (segmentCount(text.segments) === 0 && isDamaged) {
    throw new Problem('invalid_media', {
      detail: `This is a ${readFormat(text.format).label} file, but none of its captions can be read, the first one included. Correct their times, then send it again.`,
    })
  }
  return unlabelledCaptions(text)
}

/** Captions in the language that their file states, else in the one detected by their text. */
async function unlabelledCaptions({ segments, warnings, lang: stated }: CaptionText): Promise<FoundCaptions> {
  const lang = stated ?? (await languageOfText(segments))
  return { segments, warnings, lang, source: 'captions', original: true, availableLangs: lang === null ? [] : [lang] }
}

/** The reasons that choose the language spoken; other fallbacks are in any language that is there. */
const ORIGINAL: ReadonlySet<TrackReason> = new Set(['human_spoken', 'automatic_spoken', 'original', 'default'])

export function chosenCaptions<T extends Track>(
  choice: Extract<Choice<T>, { kind: 'track' }>,
  tracks: readonly Track[],
  { segments, warnings }: CaptionText,
): FoundCaptions {
  const { track, lang, reason } = choice
  const original = ORIGINAL.has(reason)
  return { segments, warnings, lang, source: track.source, original, availableLangs: offeredLangs(tracks) }
}

/** The problem of a recording without text in the requested language; names the languages it has. */
export function languageUnavailable(availableLangs: readonly string[]): Problem {
  return new Problem('language_unavailable', { context: { available_langs: availableLangs } })
}

/** Whether captions are in a language that a request accepts. Captions in an unknown language satisfy no strict request. */
export function isInLanguage(
  { requestedLang, strict }: LanguageRequest,
  { lang }: Pick<FoundCaptions, 'lang'>,
): boolean {
  if (!strict || requestedLang === 'auto') return true
  return lang !== null && languageDistance(requestedLang, lang) !== null
}

/** Checks that captions are in a language that a request accepts. Throws `language_unavailable`. */
export function requireLanguage(
  requested: LanguageRequest,
  captions: Pick<FoundCaptions, 'lang' | 'availableLangs'>,
): void {
  if (isInLanguage(requested, captions)) return
  if (captions.lang !== null) throw languageUnavailable(captions.availableLangs)
  throw new Problem('language_unavailable', {
    detail:
      'The language of these captions could not be detected, so they may not be in the requested language. Omit strict_lang to get them.',
    context: { available_langs: captions.availableLangs },
  })
}
