/**
 * The codes by which Whisper names the 99 languages it was trained on. AssemblyAI's Universal-2 knows the same ones by the
 * same codes. Cantonese (`yue`), which Whisper large-v3 has besides, would be another token to older models.
 */
const WHISPER_CODES: readonly string[] = (
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is ' +
  'it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk ' +
  'sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'
).split(' ')

/** The language of a tag in canonical BCP 47: `jw` is `jv`, `tl` is `fil`. */
const baseLanguage = (tag: string) => new Intl.Locale(tag).language

const codeByLanguage = new Map([...WHISPER_CODES.map((code) => [baseLanguage(code), code] as const), ['nb', 'no']])

/** The base languages that Whisper knows, as BCP 47 names them. */
export const WHISPER_LANGUAGES: readonly string[] = [...codeByLanguage.keys()]

/** Whisper's code for the language of a BCP 47 tag, null for a language it doesn't know. Regions and scripts are left out. */
export function toWhisperCode(lang: string): string | null {
  return codeByLanguage.get(baseLanguage(lang)) ?? null
}
