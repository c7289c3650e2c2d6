import { formatShortClock } from '../../clock'
import type { Segment } from '../../cue'
import { toParagraphs } from '../../layout/paragraphs'
import { appendUnit, newTextBuffer, readBuffer } from '../../text/text-buffer'
import { tidyText } from '../../text/tidy-text'
import type { WrittenFormat } from '../format'
import { changedSpeaker, type TextOptions } from '../text/text'
import { facts } from './facts'

type MarkdownOptions = TextOptions & {
  title?: string | null | undefined
  /** The address of the recording, linked under the title. */
  sourceUrl?: string | null | undefined
  /** The link to a time of the recording. */
  timeUrl?: ((startMs: number) => string) | undefined
}

const SIGN = /[\\`*_[\]<>|~]/
const isSign = Uint8Array.from({ length: 128 }, (_, code) => Number(SIGN.test(String.fromCharCode(code))))
const BACKSLASH = 0x5c
// `&` only before a character reference, `#` only at the end, where it would close a heading.
const SIGN_IN_PLACE = /&(?=#?\w{1,40};)|#$/g

/** Writes a backslash before each sign. */
function escapeSigns(text: string): string {
  const escaped = newTextBuffer(text.length * 2)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isSign[code] === 1) appendUnit(escaped, BACKSLASH)
    appendUnit(escaped, code)
  }
  return readBuffer(escaped)
}

const escapeMarkdown = (text: string) => (SIGN.test(text) ? escapeSigns(text) : text).replace(SIGN_IN_PLACE, '\\$&')

/** A link's target, with the signs that would end it percent-encoded. */
function target(url: string): string {
  return url.replace(/[\s<>()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/**
 * Renders segments as Markdown (CommonMark): a heading with the title, a link to the source, and paragraphs (see `toParagraphs`)
 * that begin with their time, linked if `timeUrl` is given, else bold. Markdown in title and text is escaped.
 */
export function renderMarkdown(segments: readonly Segment[], options: MarkdownOptions = {}): string {
  const { sourceUrl, lang, names, timeUrl } = options
  const title = tidyText(options.title ?? '')
  const blocks: string[] = []
  if (title !== '') blocks.push(`# ${escapeMarkdown(title)}`)
  if (sourceUrl) blocks.push(`Source: [${escapeMarkdown(sourceUrl)}](${target(sourceUrl)})`)
  let before: string | undefined
  for (const { startMs, text, speaker } of toParagraphs(segments, lang)) {
    const clock = formatShortClock(startMs)
    const time = timeUrl ? `[${clock}](${target(timeUrl(startMs))})` : `**${clock}**`
    const name = changedSpeaker(names, speaker, before)
    before = speaker
    blocks.push(`${time} ${name === undefined ? '' : `**${escapeMarkdown(name)}:** `}${escapeMarkdown(text)}`)
  }
  return `${blocks.join('\n\n')}\n`
}

export const markdown = {
  ...facts,
  render: (segments, { lang, ...input }) => renderMarkdown(segments, { ...input, lang: lang ?? undefined }),
} as const satisfies WrittenFormat
