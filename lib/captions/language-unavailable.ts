import { Problem } from '@/lib/platform/problem'
import type { LanguageRequest } from './choose-track'
import type { FoundCaptions } from './found-captions'
import { languageDistance } from './language-match'

/** The problem of a recording that has no text in the one language that will do, with those it has. */
export function languageUnavailable(availableLangs: readonly string[]): Problem {
  return new Problem('language_unavailable', { context: { available_langs: availableLangs } })
}

/**
 * Checks that captions are in the language asked for, where no other will do. Captions of which nobody can tell the
 * language can't be promised to be in it either. Throws `language_unavailable`.
 */
export function requireLanguage(
  { requestedLang, strict }: LanguageRequest,
  captions: Pick<FoundCaptions, 'lang' | 'availableLangs'>,
): void {
  if (!strict || requestedLang === 'auto') return
  if (captions.lang === null) {
    throw new Problem('language_unavailable', {
      detail:
        'Nobody can tell which language these captions are in, so they may not be in the one you asked for. Ask without strict_lang to get them.',
      context: { available_langs: captions.availableLangs },
    })
  }
  if (languageDistance(requestedLang, captions.lang) === null) throw languageUnavailable(captions.availableLangs)
}
