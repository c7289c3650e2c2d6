import { titleOf } from '@/app/t/[slug]/find-public'
import { formatDuration } from '@/components/format-duration'
import { PLATFORM_NAMES } from '@/components/platform-names'
import type { PublicTranscript } from '@/lib/publishing/contract'

const MAX_TITLE_CHARACTERS = 110

/** What the font of the picture has. For anything else its renderer would ask a font service on the internet. */
const DRAWABLE = /^[\u0020-\u007e\u00a1-\u00ff\u0100-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/
/** Emoji and other pictures, with what joins and colours them: a title says the same without. */
const PICTURES =
  /(?:\p{Extended_Pictographic}|\p{So}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)+/gu

function nameOf(lang: string | null): string | null {
  return lang === null ? null : (new Intl.DisplayNames('en', { type: 'language' }).of(lang) ?? null)
}

/** The title where it can be drawn whole; else, as in most scripts, what it is a transcript in. */
export function headline(transcript: PublicTranscript): string {
  const title = titleOf(transcript).replace(PICTURES, ' ').replace(/\s+/g, ' ').trim()
  const language = nameOf(transcript.lang)
  if (title === '' || !DRAWABLE.test(title)) return language ? `Transcript in ${language}` : 'Transcript'
  return title.length > MAX_TITLE_CHARACTERS ? `${title.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : title
}

/** Where it comes from, in which language, and how long it is. */
export function byline({ platform, lang, duration_seconds }: PublicTranscript): string {
  const origin = platform === 'upload' ? 'Transcript' : `Transcript from ${PLATFORM_NAMES[platform]}`
  return [origin, nameOf(lang), formatDuration(duration_seconds)].filter((part) => part !== null).join(', ')
}
