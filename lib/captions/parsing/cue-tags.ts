/** The tags that players of subtitles know, as part of an expression. */
export const TAG_NAMES = '(?:b|i|u|s|c|v|em|strong|font|span|ruby|rt|rp|lang|br)'

const CLOSING_TAG = /< ?\/ ?([a-z][\w-]{0,30}) ?>/gi

/** The names of all closing tags of a text: an opening tag of the same name is a tag too, and no text. */
export function closedTagNames(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(CLOSING_TAG), ([, name = '']) => name.toLowerCase()))
}
