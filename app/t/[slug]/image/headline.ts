import { titleOf } from '@/app/t/[slug]/find-public'
import { words } from '@/app/t/[slug]/words'
import { formatDuration } from '@/components/format/format-duration'
import { languageName } from '@/components/format/language-name'
import { siteName } from '@/lib/platforms/platforms'
import type { PublicTranscript } from '@/lib/publishing/contract'

const MAX_TITLE_CHARACTERS = 110

/** The characters that the picture's font has. For others the renderer would call a font service on the internet. */
const DRAWABLE = /^[\u0020-\u007e\u00a1-\u00ff\u0100-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/
/** Emoji and other pictures, with what joins and colours them: a title says the same without. */
const PICTURES =
  /(?:\p{Extended_Pictographic}|\p{So}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)+/gu

/** The title where it can be drawn whole; else, as in most scripts, what it is a transcript in. */
export function headline(transcript: PublicTranscript): string {
  const title = titleOf(transcript).replace(PICTURES, ' ').replace(/\s+/g, ' ').trim()
  const { lang } = transcript
  if (title === '' || !DRAWABLE.test(title)) return lang ? words.transcriptIn(languageName(lang)) : words.transcript
  return title.length > MAX_TITLE_CHARACTERS ? `${title.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : title
}

/** The platform, language and length of the recording. */
export function byline({ platform, source_url, lang, duration_seconds }: PublicTranscript): string {
  const origin = platform === 'upload' ? words.transcript : words.transcriptFrom(siteName(platform, source_url))
  return [origin, lang && languageName(lang), formatDuration(duration_seconds)].filter(Boolean).join(', ')
}
