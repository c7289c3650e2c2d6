/** Whisper's names that are not the ones of CLDR. */
const WHISPER_NAMES: Readonly<Record<string, string>> = {
  burmese: 'my',
  castilian: 'es',
  flemish: 'nl',
  mandarin: 'zh',
  maori: 'mi',
  moldavian: 'ro',
  moldovan: 'ro',
  myanmar: 'my',
  nynorsk: 'nn',
  panjabi: 'pa',
  pushto: 'ps',
  sinhalese: 'si',
  tagalog: 'tl',
  valencian: 'ca',
}

let byName: Map<string, string> | null = null

/** English language names to the codes of two letters, and the two of Whisper's codes that have three. */
function namedLanguages(): Map<string, string> {
  if (byName) return byName
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const codes = [...letters.flatMap((first) => letters.map((second) => first + second)), 'haw', 'yue']
  byName = new Map()
  for (const code of codes) {
    const name = names.of(code)?.toLowerCase()
    const [canonical] = Intl.getCanonicalLocales(code)
    if (name && canonical && !byName.has(name)) byName.set(name, canonical)
  }
  return byName
}

/** The BCP 47 tag of a language as speech servers name it: `english`, `English`, `en`, `pt-BR`. Null when unknown. */
export function languageOfName(name: string | null | undefined): string | null {
  const wanted = name?.trim().toLowerCase() ?? ''
  if (wanted === '') return null
  const named = WHISPER_NAMES[wanted] ?? namedLanguages().get(wanted)
  if (named) return named
  return /^[a-z]{2,3}(-[a-z\d]{2,8})*$/.test(wanted) ? (Intl.getCanonicalLocales(wanted)[0] ?? null) : null
}
