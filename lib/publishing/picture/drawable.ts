/** The scripts that the typefaces of `fonts.conf` have. */
const SCRIPTS = 'Latin|Greek|Cyrillic|Armenian|Hebrew|Arabic|Georgian'
const SCRIPT_CLASSES = SCRIPTS.split('|').map((script) => `\\p{Script=${script}}`)

/** Letters of these scripts, digits, marks and the signs that text is written with; none as wide as a Chinese character. */
const DRAWABLE = new RegExp(
  `^(?:(?![\\uff00-\\uffef])[${SCRIPT_CLASSES.join('')}\\u00a0-\\u00ff\\p{Script=Inherited}\\p{Nd}\\p{P}\\p{Sc}\\p{Sm}\\p{Sk}\\p{Z}])*$`,
  'u',
)
/** Letters of scripts without capitals or spaces may have digits and marks of their own, which come with their letters. */
const FOREIGN = /[\p{Nd}\p{P}](?<![\u0020-\u06ff\u2010-\u205e])/u

/** Emoji and other pictures, with what joins and colours them: a text says the same without. */
const PICTURES =
  /(?:(?![\u0020-\u00ff])(?:\p{Extended_Pictographic}|\p{So}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3))+/gu

export function withoutPictures(text: string): string {
  return text.replace(PICTURES, ' ').replace(/\s+/g, ' ').trim()
}

/** Whether each character of a text is in the typefaces. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text) && !FOREIGN.test(text)
}

/** Whether a text is written from right to left: its first letter decides, as in Unicode's rules (TR 9, P2). */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(letter)
}
