/** The scripts that the typefaces of this folder and of Typst have. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Arabic',
  'Armenian',
  'Georgian',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Common',
  'Inherited',
]

const MISSING = new RegExp(`(?![${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}])\\p{L}`, 'u')

/** The first letter of a script that no typeface has; null where there is none. */
export function missingLetter(text: string): string | null {
  return MISSING.exec(text)?.[0] ?? null
}

/** Whether a text is written from right to left: its first letter decides, as in Unicode's rules (TR 9, P2). */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(letter)
}

/** The typefaces with Chinese characters, and the languages (BCP 47) whose forms of them each has. */
const HAN_TYPEFACES: readonly (readonly [string, RegExp])[] = [
  ['Noto Sans TC', /^(?:yue|zh-(?:Hant|TW|HK|MO))/i],
  ['Noto Sans SC', /^(?:zh|cmn|wuu)/i],
  ['Noto Sans KR', /^ko/i],
  ['Noto Sans JP', /^/],
]

/** The typefaces with Chinese characters, that of a language first. */
export function hanTypefaces(lang: string | null): string[] {
  const [own] = HAN_TYPEFACES.find(([, languages]) => languages.test(lang ?? '')) ?? []
  const names = HAN_TYPEFACES.map(([name]) => name)
  return [...names.filter((name) => name === own), ...names.filter((name) => name !== own)]
}
