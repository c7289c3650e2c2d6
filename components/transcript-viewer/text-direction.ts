const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** Which way a language is written, by the script it is likely in; `auto` where the language is not known. */
export function textDirection(lang: string | null): 'ltr' | 'rtl' | 'auto' {
  if (!lang) return 'auto'
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(lang).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'auto'
  }
}
