import { canonicalLanguage } from '@/lib/captions/language'
import { languageDistance } from '@/lib/captions/language-match'
import type { Warning } from '@/lib/captions/transcript'

function fallbackWarning(asked: string, given: string, original: boolean): Warning {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const other = original ? `the original ${names.of(given)}` : names.of(given)
  return {
    code: 'language_fallback',
    detail: `You asked for ${names.of(asked)}. This recording has none, so here is ${other}.`,
  }
}

function unknownDetail(asked: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(asked)
  return `Nobody can tell which language these captions are in: they may not be in ${name}.`
}

/**
 * What to say of a text's language to who asked for one: that it is in another, or that nobody can tell. Speech is in the
 * language that is spoken.
 */
export function languageWarnings(
  asked: string,
  { lang, original, source }: { lang: string | null; original: boolean; source: string },
): Warning[] {
  // `auto` is no language.
  if (canonicalLanguage(asked) === null || source === 'speech_to_text') return []
  if (lang === null) return [{ code: 'language_unknown', detail: unknownDetail(asked) }]
  return languageDistance(asked, lang) === null ? [fallbackWarning(asked, lang, original)] : []
}
