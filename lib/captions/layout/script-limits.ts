import { visitClusters } from './columns'

/** The most columns that a line has, and that are read in a second. A full-width character takes two columns. */
export type ScriptLimits = { lineColumns: number; columnsPerSecond: number }

type Script = 'japanese' | 'chinese' | 'korean' | 'other'

/**
 * The limits by script: 13 characters a line and 4 a second in Japanese, 16 and 9 in Chinese, 16 and 12 in Korean, 42 and 20 in others.
 * @see https://partnerhelp.netflixstudios.com/hc/en-us/articles/215758617-Timed-Text-Style-Guide-General-Requirements
 */
export const SCRIPT_LIMITS: Readonly<Record<Script, ScriptLimits>> = {
  japanese: { lineColumns: 26, columnsPerSecond: 8 },
  chinese: { lineColumns: 32, columnsPerSecond: 18 },
  korean: { lineColumns: 32, columnsPerSecond: 24 },
  other: { lineColumns: 42, columnsPerSecond: 20 },
}

const MAY_BE_CJK = /[\u1100-\u11ff\u2e80-\u{3ffff}]/u
const SPACE = 0x20
/** Japanese mixes kana with ideographs: it has at least so large a share of kana. */
const LEAST_KANA = 0.1

const isKana = (codePoint: number) =>
  (codePoint >= 0x3041 && codePoint <= 0x30ff) ||
  (codePoint >= 0x31f0 && codePoint <= 0x31ff) ||
  (codePoint >= 0xff66 && codePoint <= 0xff9f)

const isHangul = (codePoint: number) =>
  (codePoint >= 0x1100 && codePoint <= 0x11ff) ||
  (codePoint >= 0x3130 && codePoint <= 0x318f) ||
  (codePoint >= 0xac00 && codePoint <= 0xd7a3)

/** Whether a character is Chinese, Japanese or Korean: ideographs, kana, Hangul, and their full-width signs. */
function isCjk(codePoint: number): boolean {
  if (codePoint < 0x2e80) return codePoint >= 0x1100 && codePoint <= 0x11ff
  if (codePoint <= 0x30ff || (codePoint >= 0x3400 && codePoint <= 0x9fff)) return true
  if (isHangul(codePoint) || isKana(codePoint) || (codePoint >= 0xf900 && codePoint <= 0xfaff)) return true
  return codePoint < 0x20000 ? codePoint >= 0xff01 && codePoint <= 0xffdc : codePoint <= 0x3fffd
}

/** The script that at least half of the columns of a text are in; 'other' for all but Chinese, Japanese and Korean. */
function dominantScript(text: string): Script {
  if (!MAY_BE_CJK.test(text)) return 'other'
  const sums = { all: 0, cjk: 0, kana: 0, hangul: 0 }
  let start = 0
  visitClusters(text, 0, text.length, (end, columns) => {
    const codePoint = text.codePointAt(start) ?? 0
    start = end
    if (codePoint !== SPACE) sums.all += columns
    if (!isCjk(codePoint)) return
    sums.cjk += columns
    if (isKana(codePoint)) sums.kana += columns
    if (isHangul(codePoint)) sums.hangul += columns
  })
  if (sums.cjk * 2 < sums.all) return 'other'
  if (sums.hangul * 2 >= sums.cjk) return 'korean'
  return sums.kana >= sums.cjk * LEAST_KANA ? 'japanese' : 'chinese'
}

export function limitsOf(text: string): ScriptLimits {
  return SCRIPT_LIMITS[dominantScript(text)]
}
