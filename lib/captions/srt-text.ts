import { decodeHTMLStrict } from 'entities/decode'
import { decodeReferences } from '@/lib/captions/decode-references'

const TAG_NAMES = String.raw`(?:b|i|u|s|c|v|em|strong|font|span|ruby|rt|rp|lang|br)\b|\d{1,6}:\d\d`
const BREAK_TAG = /<br[ \t]{0,8}\/?>/gi
const TAG = new RegExp(`</?(?:${TAG_NAMES})[^<>]{0,300}>`, 'gi')
const TAG_START = new RegExp(`<(?=/?(?:${TAG_NAMES}))`, 'gi')
const OVERRIDE = /\{\\[^{}]{0,300}\}|\{\/?[bius]\}/gi
const OVERRIDE_START = /\{(?=\\|\/?[bius]\})/gi
const REFERENCE_START = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]{0,40};)/gi
const MAY_NEED_ESCAPE = /&[#a-z]|<[/a-z\d]|\{[\\/bius]|[-–—\d] ?>/i
const ARROW = /(--|[:：] ?\d{1,2}(?: ?[,.:，．] ?\d{1,9})? ?[-–—]{1,3} ?)>/g

/**
 * Reads an SRT cue's text as plain text: the tags and `{\…}` overrides that players know go, and character references
 * that end in a semicolon are decoded once. What only looks like markup (`3 < 5`, `I <3 you`) stays.
 */
export function plainSrtText(text: string): string {
  let plain = text
  if (plain.includes('<')) plain = plain.replace(BREAK_TAG, '\n').replace(TAG, '')
  if (plain.includes('{')) plain = plain.replace(OVERRIDE, '')
  return plain.includes('&') ? decodeReferences(plain, decodeHTMLStrict) : plain
}

/**
 * Writes plain text so that `plainSrtText` gives it back: SRT has no escape of its own, so exactly what would be read
 * as markup, as a character reference or as a line with times becomes a character reference. All else stays as it is.
 */
export function escapeSrtText(text: string): string {
  if (!MAY_NEED_ESCAPE.test(text)) return text
  return text
    .replace(REFERENCE_START, '&amp;')
    .replace(TAG_START, '&lt;')
    .replace(OVERRIDE_START, '&#123;')
    .replace(ARROW, '$1&gt;')
}
