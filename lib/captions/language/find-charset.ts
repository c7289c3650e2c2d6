import iconv from 'iconv-lite'
import { knownCharset, WESTERN } from '../decode'
import { canonicalLanguage } from './canonical-language'

const WESTERN_LANGUAGES = 'en fr de es pt it ca sv da no fi is nl sq eu ms tl nb nn gl ga af fo lb id'
const CENTRAL_LANGUAGES = 'pl cs sk hu ro hr sl bs sr-Latn'

type Candidate = { charset: string; languages: ReadonlySet<string>; handicap: number }

/**
 * The charsets that captions are found in, each with the languages that are written in it, the usual charset of a language first.
 * A rare one has a handicap.
 */
const CANDIDATES: readonly Candidate[] = (
  [
    [WESTERN, WESTERN_LANGUAGES, 0],
    ['windows-1250', CENTRAL_LANGUAGES, 0],
    ['windows-1251', 'ru uk bg sr be mk', 0],
    ['windows-1253', 'el', 0],
    ['windows-1254', 'tr az ku', 0],
    ['windows-1255', 'he', 0],
    ['windows-1256', 'ar fa ur', 0],
    ['windows-1257', 'lt lv et', 0],
    ['windows-1258', 'vi', 0],
    ['iso-8859-2', CENTRAL_LANGUAGES, 0],
    ['cp932', 'ja', 0],
    ['euc-jp', 'ja', 0],
    ['gb18030', 'zh zh-Hans', 0],
    ['big5', 'zh zh-Hant', 0],
    ['cp949', 'ko', 0],
    ['iso-8859-15', WESTERN_LANGUAGES, 0.01],
    ['iso-8859-5', 'ru bg sr', 0.02],
    ['koi8-r', 'ru', 0.05],
    ['cp866', 'ru', 0.05],
    ['tis-620', 'th', 0.1],
    ['macintosh', WESTERN_LANGUAGES, 0.1],
  ] as const
).map(([charset, languages, handicap]) => ({ charset, languages: new Set(languages.split(' ')), handicap }))

/** The detector of languages looks at no more characters. */
const SAMPLE_BYTES = 1000
const COLLECTED_BYTES = 65_536
/** A score that no text in its own language falls below, whatever the charset it was decoded in. */
const LOWEST_SCORE = 0.55
/** A smaller lead over another reading, or fewer bytes beyond ASCII, leave the guess uncertain. */
const CLEAR_LEAD = 0.1
const MIN_BYTES_BEYOND_ASCII = 8
/** Shorter words have no language. */
const MIN_WORD_CHARACTERS = 5
const ODD_COST = 0.3
/** How much more a reading in a charset of the expected language counts. */
const EXPECTED_LEAD = 0.25

/** Replacement characters and controls: the bytes are no text in the charset. */
const IMPOSSIBLE = /[\ufffd\x80-\x9f]/
const WORDS_BEYOND_ASCII = /(?<![\p{L}\p{M}])[\p{L}\p{M}]*(?!\p{ASCII})[\p{L}\p{M}]+/gu
/** Signs, low quotes and digits between letters, capitals after small letters, marks without a letter, mixed alphabets, boxes, Thai vowels without a consonant. */
const ODD =
  /\p{L}(?!\p{ASCII})[\p{N}\p{S}‚„](?=\p{L})|\p{Ll}(?![A-Z])\p{Lu}|(?<![\p{L}\p{M}])\p{M}|[A-Za-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}(?=[A-Za-z])|[\u2500-\u259f]|[\u0e40-\u0e44](?![\u0e01-\u0e2e])/gu

type Line = { start: number; end: number; beyondAscii: number }

/** The lines that have letters, those with the highest share of bytes beyond ASCII first. */
function richestLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = []
  let collected = 0
  let line = { start: 0, end: 0, beyondAscii: 0 }
  let hasLetters = false
  for (let index = 0; index <= bytes.length && collected < COLLECTED_BYTES; index++) {
    const byte = bytes[index] ?? 10
    if (byte > 0x7f) line.beyondAscii += 1
    hasLetters ||= byte > 0x40
    if (byte !== 10 && byte !== 13) continue
    line.end = Math.min(index, line.start + SAMPLE_BYTES)
    // Lines of ASCII show the language too, but a few of them are enough.
    if (line.beyondAscii > 0 || (hasLetters && lines.length < 20)) {
      lines.push(line)
      collected += line.end - line.start
    }
    line = { start: index + 1, end: 0, beyondAscii: 0 }
    hasLetters = false
  }
  const share = ({ start, end, beyondAscii }: Line) => beyondAscii / (end - start + 1)
  return lines.sort((a, b) => share(b) - share(a))
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  for (const { start, end } of richestLines(bytes)) {
    if (length > 0 && length + end - start > SAMPLE_BYTES) continue
    parts.push(bytes.subarray(start, end), Uint8Array.of(10))
    length += end - start + 1
  }
  return Buffer.concat(parts)
}

/** Hints about a text besides its bytes: the charset that its response declares, and its expected language. */
export type EncodingHints = { charset?: string | undefined; lang?: string | null | undefined }

/**
 * The charsets of an expected language. English is no evidence, since all charsets have its letters, and requests that name no
 * language are for it.
 */
function expectedCharsets(lang: EncodingHints['lang']): readonly string[] {
  const tag = canonicalLanguage(lang)
  if (tag === null) return []
  const locale = new Intl.Locale(tag)
  const { language } = locale
  if (language === 'en') return []
  const script = locale.script ?? (locale.region ? locale.maximize().script : undefined)
  const names = [`${language}-${script}`, language]
  const name = names.find((known) => CANDIDATES.some(({ languages }) => languages.has(known)))
  return name === undefined ? [] : CANDIDATES.flatMap((one) => (one.languages.has(name) ? one.charset : []))
}

/** Whether a requested language shows in which charset a text is. */
export function isCharsetEvidence(lang: string): boolean {
  return expectedCharsets(lang).length > 0
}

type Reading = { charset: string; text: string; score: number }

/** How much a text looks like one of the languages, as a whole and in its words beyond ASCII. */
function scoreText(text: string, languages: ReadonlySet<string>, detect: Detect): number {
  const best = (part: string) =>
    Math.max(
      0,
      ...Object.entries(detect(part).getScores()).map(([language, score]) => (languages.has(language) ? score : 0)),
    )
  const words = (text.match(WORDS_BEYOND_ASCII) ?? []).filter((word) => word.length > 1)
  const inWords = words.join(' ')
  const score = inWords.length < MIN_WORD_CHARACTERS ? best(text) : (best(text) + best(inWords)) / 2
  return score - (ODD_COST * (text.match(ODD)?.length ?? 0)) / Math.max(1, words.length)
}

type Detect = (text: string) => { getScores: () => Record<string, number> }

function readAs({ charset, languages, handicap }: Candidate, sample: Uint8Array, detect: Detect): Reading | null {
  const text = iconv.decode(sample, charset).normalize('NFC')
  if (IMPOSSIBLE.test(text)) return null
  return { charset, text, score: scoreText(text, languages, detect) - handicap }
}

/**
 * Guesses the charset of text that is not UTF-8: the one in which its letters look most like a language that is written in that
 * charset, where the expected language has a lead; else the usual charset of the expected language, else windows-1252. `certain`:
 * there is enough text, and no other reading comes close. Looks at a sample, so its time is bounded but for collecting it.
 */
async function guessCharset(
  bytes: Uint8Array,
  lang: EncodingHints['lang'],
): Promise<{ charset: string; certain: boolean }> {
  // Loaded on demand: its data takes 30 MB, and most processes never get a text that needs it.
  const { eld } = await import('eld/extrasmall')
  const sample = sampleOf(bytes)
  const expected = expectedCharsets(lang)
  const readings = CANDIDATES.flatMap((candidate) => readAs(candidate, sample, eld.detect) ?? [])
  const leadOf = ({ charset }: Reading) => (expected.includes(charset) ? EXPECTED_LEAD : 0)
  const ranked = readings.map((reading) => ({ ...reading, ranking: reading.score + leadOf(reading) }))
  const [best] = ranked.toSorted((a, b) => b.ranking - a.ranking)
  if (!best || best.ranking < LOWEST_SCORE) {
    const usual = readings.find(({ charset }) => charset === expected[0])
    return { charset: usual?.charset ?? WESTERN, certain: false }
  }
  const rivals = ranked.filter(({ text }) => text !== best.text)
  const beyondAscii = sample.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0)
  const certain =
    beyondAscii >= MIN_BYTES_BEYOND_ASCII &&
    rivals.every(({ score, ranking }) => score < best.score && best.ranking - ranking >= CLEAR_LEAD)
  return { charset: best.charset, certain }
}

/** The charset of a caption file or a feed: the one that is known, else a guess. */
export async function findCharset(
  bytes: Uint8Array,
  { charset, lang }: EncodingHints = {},
): Promise<{ charset: string; certain: boolean }> {
  const known = knownCharset(bytes, charset)
  return known === null ? guessCharset(bytes, lang) : { charset: known, certain: true }
}
