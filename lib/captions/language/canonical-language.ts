/** Tags in use that `Intl` does not canonicalise: grandfathered ones, and those of YouTube and old software. */
const ALIASES: Readonly<Record<string, string>> = {
  'en-gb-oed': 'en-GB-oxendict',
  'i-hak': 'hak',
  'i-klingon': 'tlh',
  'i-lux': 'lb',
  'i-navajo': 'nv',
  'no-bok': 'nb',
  'no-nyn': 'nn',
  'zh-chs': 'zh-Hans',
  'zh-cht': 'zh-Hant',
  'zh-min-nan': 'nan',
}

// RFC 5646's extended form of a language that also has its own primary subtag: `zh-yue`, `zh-cmn-Hans`, `ar-arz`,
// `sgn-ase`.
const EXTENDED = /^(?:ar|kok|lv|ms|sgn|sw|uz|zh)-(?=[a-z]{3}(?:-|$))/

// yt-dlp marks automatic captions that are not translated.
const ORIGINAL = /-orig$/

const NO_LANGUAGE = new Set(['und', 'mul', 'zxx', 'mis'])

/**
 * A language tag as canonical BCP 47 (`iw` is `he`, `in` is `id`, `ji` is `yi`, `sh` is `sr-Latn`, `eng_us` is `en-US`,
 * `zh-yue` is `yue`). Null when it is missing, names no language (`und`, `mul`, `zxx`) or is no tag. Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc5646
 */
export function canonicalLanguage(tag: string | null | undefined): string | null {
  if (!tag) return null
  const plain = tag.trim().replaceAll('_', '-').toLowerCase().replace(ORIGINAL, '')
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(ALIASES[plain] ?? plain.replace(EXTENDED, ''))
    const language = canonical.split('-', 1)[0] ?? ''
    // Languages of five to eight letters are reserved: `english` is a name, not a tag.
    return /^[a-z]{2,3}$/.test(language) && !NO_LANGUAGE.has(language) ? canonical : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
