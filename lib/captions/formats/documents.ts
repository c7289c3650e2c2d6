import { formatShortClock } from '../clock'
import type { Segment, Word } from '../cue'
import { toParagraphs } from '../layout/paragraphs'
import { appendUnit, newTextBuffer, readBuffer } from '../text/text-buffer'
import { tidyText } from '../text/tidy-text'

type TextOptions = {
  /** BCP 47; decides how sentences end. */
  lang?: string | undefined
  /** The names of speakers by id. Where more than one speaks, each change of speaker begins with the name. */
  names?: ReadonlyMap<string, string> | undefined
}

/** The name that comes before a paragraph: at each change of speaker, where more than one speaks. */
export function changedSpeaker(
  names: TextOptions['names'],
  speaker: string | undefined,
  before: string | undefined,
): string | undefined {
  return names && names.size > 1 && speaker !== undefined && speaker !== before ? names.get(speaker) : undefined
}

/** Renders segments as plain text: paragraphs (see `toParagraphs`) with a blank line between them. */
export function renderText(segments: readonly Segment[], { lang, names }: TextOptions = {}): string {
  let before: string | undefined
  return toParagraphs(segments, lang)
    .map(({ text, speaker }) => {
      const name = changedSpeaker(names, speaker, before)
      before = speaker
      return name === undefined ? text : `${name}: ${text}`
    })
    .join('\n\n')
}

/** A word as the API shows it: seconds with at most three decimals. */
type WordJson = { start: number; end: number; text: string }

/** A segment as the API shows it: seconds with at most three decimals; words where the source has them. */
export type SegmentJson = {
  start: number
  end: number
  duration: number
  text: string
  words?: WordJson[]
  speaker?: string
}

// The quotient is the double nearest to the decimal, so it prints without rounding noise.
const toSeconds = (ms: number) => ms / 1000

const wordJson = ({ startMs, endMs, text }: Word): WordJson => ({
  start: toSeconds(startMs),
  end: toSeconds(endMs),
  text,
})

/** A segment as the API shows it. The shapes are written out: spreading one into another takes several times as long. */
export function segmentJson({ startMs, endMs, text, words, speaker }: Segment): SegmentJson {
  const [start, end, duration] = [toSeconds(startMs), toSeconds(endMs), toSeconds(endMs - startMs)]
  if (!words && speaker === undefined) return { start, end, duration, text }
  const segment: SegmentJson = { start, end, duration, text }
  if (words) segment.words = words.map(wordJson)
  if (speaker !== undefined) segment.speaker = speaker
  return segment
}

/**
 * Renders segments as the API shows them, with the whole text in paragraphs and without names (see `renderText`). `lang` is BCP 47.
 * `words: false` leaves words out.
 */
export function renderJson(
  segments: readonly Segment[],
  { lang, words = true }: { lang?: string | undefined; words?: boolean } = {},
): { text: string; segments: SegmentJson[] } {
  const shown = words ? segments : segments.map(withoutWords)
  return { text: renderText(segments, { lang }), segments: shown.map(segmentJson) }
}

/** A segment without its speaker. */
export function withoutSpeaker({ speaker: _, ...segment }: Segment): Segment {
  return segment
}

/** A segment without its words. */
export function withoutWords(segment: Segment): Segment {
  if (!segment.words) return segment
  const { words: _, ...rest } = segment
  return rest
}

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
