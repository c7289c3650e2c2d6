import { LOCALE } from './locale'

const names = new Intl.DisplayNames(LOCALE, { type: 'language' })

/**
 * The name of a BCP 47 tag in the interface's language, or the tag itself where it has none. Browsers know fewer names than the server,
 * so an element with the name of any language suppresses the warning of React.
 */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}
