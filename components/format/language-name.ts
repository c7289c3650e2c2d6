import { LOCALE } from './locale'

const names = new Intl.DisplayNames(LOCALE, { type: 'language' })

/** The name of a BCP 47 tag in the interface's language, or the tag itself where it has none. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
