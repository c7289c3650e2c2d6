const NO_SPACE_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\u30fb\u30fc\uff01-\uffef]/u

/** Whether a character belongs to a script written without spaces between words (Chinese, Japanese, Thai, …). */
export function isNoSpace(codePoint: number | undefined): boolean {
  // U+0E00 is the first Thai character; Hangul, which has spaces, is the largest block after it.
  if (codePoint === undefined || codePoint < 0xe00 || (codePoint >= 0xac00 && codePoint <= 0xd7a3)) return false
  return NO_SPACE_SCRIPT.test(String.fromCodePoint(codePoint))
}

/** The code point that ends before `index`, or undefined at the text's beginning. */
export function codePointBefore(text: string, index: number): number | undefined {
  const last = text.charCodeAt(index - 1)
  return last >= 0xdc00 && last <= 0xdfff && index > 1 ? text.codePointAt(index - 2) : text.codePointAt(index - 1)
}

// All scripts share curly quotes, dashes and ellipses: the character next to them decides.
const isShared = (code: number) => code >= 0x2010 && code <= 0x2026

/** The text between two texts on one line: nothing inside a script without spaces, else a space. */
export function textJoiner(before: string, after: string): '' | ' ' {
  let end = before.length
  while (end > before.length - 3 && isShared(before.charCodeAt(end - 1))) end -= 1
  if (!isNoSpace(codePointBefore(before, end))) return ' '
  let start = 0
  while (start < 3 && isShared(after.charCodeAt(start))) start += 1
  return isNoSpace(after.codePointAt(start)) ? '' : ' '
}

/** Texts in their order on one line. */
export function joinTexts(texts: readonly string[]): string {
  return texts.reduce((line, text) => (line === '' ? text : line + textJoiner(line, text) + text), '')
}
