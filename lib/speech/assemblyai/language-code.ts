import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { toWhisperCode, WHISPER_LANGUAGES } from '../whisper-codes'

/** The regional variants that AssemblyAI knows, by BCP 47 tag. */
const CODE_OF_VARIANT: ReadonlyMap<string, string> = new Map([
  ['en-AU', 'en_au'],
  ['en-GB', 'en_uk'],
  ['en-US', 'en_us'],
  ['gsw', 'de_ch'],
])

const TAG_OF_VARIANT: ReadonlyMap<string, string> = new Map([
  ['en_au', 'en-AU'],
  ['en_uk', 'en-GB'],
  ['en_us', 'en-US'],
  // The speech is Swiss German; the text is German as written in Switzerland.
  ['de_ch', 'de-CH'],
])

/** The base languages AssemblyAI transcribes. */
export const ASSEMBLYAI_LANGUAGES: readonly string[] = [...WHISPER_LANGUAGES, 'gsw']

/** AssemblyAI's `language_code` for a BCP 47 tag; null for a language it doesn't know. */
export function toLanguageCode(lang: string): string | null {
  const { language, region } = new Intl.Locale(lang)
  return (
    CODE_OF_VARIANT.get(region ? `${language}-${region}` : language) ??
    CODE_OF_VARIANT.get(language) ??
    toWhisperCode(language)
  )
}

/** The BCP 47 tag of the `language_code` in an answer; null when there is none. */
export function fromLanguageCode(code: string | null | undefined): string | null {
  return TAG_OF_VARIANT.get(code ?? '') ?? canonicalLanguage(code)
}
