import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { languageDistance } from '@/lib/captions/language/match'
import type { Warning } from '@/lib/captions/warning'

function fallbackWarning(asked: string, given: string, original: boolean): Warning {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return {
    code: 'language_fallback',
    detail: `Not available in ${names.of(asked)}. Showing ${original ? 'the original ' : ''}${names.of(given)}.`,
  }
}

function unknownDetail(asked: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(asked)
  return `The language of these captions could not be detected. They may not be in ${name}.`
}

/**
 * Warns a caller who requested a language that the captions are in another one, or in an unknown one. Speech-to-text is in the
 * language spoken, and gets no such warning.
 */
export function languageWarnings(
  asked: string,
  { lang, original, source }: { lang: string | null; original: boolean; source: string },
): Warning[] {
  // `auto` requests no particular language.
  if (canonicalLanguage(asked) === null || source === 'speech_to_text') return []
  if (lang === null) return [{ code: 'language_unknown', detail: unknownDetail(asked) }]
  return languageDistance(asked, lang) === null ? [fallbackWarning(asked, lang, original)] : []
}
