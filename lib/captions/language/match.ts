// `no` names both forms of Norwegian and means Bokmål; the same people read Nynorsk.
const BOKMAL = 'nb'
const NYNORSK = 'nn'

// Sources label Cantonese by where it is spoken, engines by its own tag.
const CANTONESE = 'yue'
const CANTONESE_REGIONS = new Set(['HK', 'MO'])

// The regions that follow one of two written varieties, as in Unicode's parent locales.
const EUROPEAN_SPANISH = new Set(['ES', 'EA', 'IC', 'GQ', 'PH'])
const AMERICAN_ENGLISH = new Set(['US', 'AS', 'GU', 'MP', 'PH', 'PR', 'UM', 'VI'])

type Language = { tag: string; language: string; script: string; region: string; isPlain: boolean; likely: string }

function parse(tag: string): Language {
  const known = tag.replace(/^no(?=-|$)/, BOKMAL)
  const locale = new Intl.Locale(known)
  const full = locale.maximize()
  return {
    tag: known,
    language: locale.language,
    script: full.script ?? '',
    region: full.region ?? '',
    isPlain: locale.script === undefined && locale.region === undefined,
    likely: full.toString(),
  }
}

function variety({ language, region }: Language): string {
  if (language === 'es') return EUROPEAN_SPANISH.has(region) ? 'ES' : '419'
  if (language === 'pt') return region === 'BR' ? 'BR' : 'PT'
  if (language === 'en') return AMERICAN_ENGLISH.has(region) ? 'US' : '001'
  return region
}

/** Whether two languages with tags of their own differ in writing alone: Bokmål and Nynorsk, Cantonese and `zh-HK`. */
function areOneSpeech(a: Language, b: Language): boolean {
  const pair = new Set([a.language, b.language])
  if (pair.has(BOKMAL) && pair.has(NYNORSK)) return true
  const isOfRegion = [a, b].some(({ language, region }) => language === 'zh' && CANTONESE_REGIONS.has(region))
  return pair.has(CANTONESE) && isOfRegion
}

/** Whether two canonical tags name the same spoken language, whatever the script and the region. */
export function isSameSpeech(a: string, b: string): boolean {
  const [one, other] = [parse(a), parse(b)]
  return one.language === other.language || areOneSpeech(one, other)
}

/**
 * The distance of an offered tag from a requested one, both canonical: 0 is exact, more is further away within the same base
 * (`en` and `en-GB`, `pt-PT` and `pt-BR`), null is another language or another script (`zh-TW` and `zh-Hans`). Within a base the
 * order is: tags that are likely the same (`zh-CN`, `zh-Hans`), tags that a lookup by RFC 4647 finds, the same variety (`es-MX`,
 * `es-419`), any other region, and last a tag that leaves the script open.
 */
export function languageDistance(requested: string, offered: string): number | null {
  // To look a tag up takes several microseconds.
  if (requested === offered) return 0
  const asked = parse(requested)
  const found = parse(offered)
  if (asked.tag === found.tag) return 0
  if (asked.language !== found.language) {
    return areOneSpeech(asked, found) && asked.script === found.script ? 60 : null
  }
  if (asked.likely === found.likely) return 1
  if (asked.script !== found.script) {
    if (found.isPlain) return 50
    return asked.isPlain ? 40 : null
  }
  const ranges = [...languageRanges(asked.tag), ...languageRanges(asked.likely)]
  const truncated = ranges.indexOf(found.tag)
  if (truncated > 0) return 1 + truncated
  if (variety(asked) === variety(found)) return 20
  return 30
}

/**
 * The tags that a lookup for a canonical tag tries in turn: the tag, then without its last subtag, and so on. A single letter goes
 * together with the subtag it introduces (`zh-Hant-CN-x-private` is followed by `zh-Hant-CN`).
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function languageRanges(tag: string): string[] {
  const subtags = tag.split('-')
  const ranges: string[] = []
  while (subtags.length > 0) {
    ranges.push(subtags.join('-'))
    subtags.pop()
    while (subtags.at(-1)?.length === 1) subtags.pop()
  }
  return ranges
}
