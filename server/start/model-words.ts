/** `670 MB` */
export const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** `25 languages`, or the name of the only one. */
export function formatLanguages(languages: readonly string[]): string {
  const [only] = languages
  if (languages.length !== 1 || !only) return `${languages.length} languages`
  return new Intl.DisplayNames('en', { type: 'language' }).of(only) ?? only
}
