import { LOCALE } from '../locale'

const CODES = [
  'ar',
  'bn',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
]

const names = new Intl.DisplayNames(LOCALE, { type: 'language' })

/** The English name of a BCP 47 tag, or the tag itself where it has none. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The languages offered in the form, by name. */
export const LANGUAGES = CODES.map((code) => ({ code, name: languageName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name, LOCALE),
)
