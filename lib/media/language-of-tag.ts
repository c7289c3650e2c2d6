const NO_LANGUAGE = new Set(['und', 'mul', 'zxx', 'mis'])

/**
 * A container's language tag (ISO 639-2 as in MP4 and Matroska, or BCP 47) as canonical BCP 47, `ger` and `deu` alike as
 * `de`. Null when it is missing, undetermined or no tag at all.
 */
export function languageOfTag(tag: string | undefined): string | null {
  if (!tag) return null
  try {
    const [canonical] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))
    return canonical === undefined || NO_LANGUAGE.has(canonical) ? null : canonical
  } catch {
    // Not a language tag: the file says nothing about its language.
    return null
  }
}
