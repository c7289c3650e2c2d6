import { formatShortClock } from '../clock'
import type { Segment, Word } from '../cue'
import { toParagraphs } from '../layout/paragraphs'
import { tidyText } from '../text/tidy-text'

/** Renders segments as plain text: paragraphs (see `toParagraphs`) with a blank line between them. `lang` is BCP 47. */
export function renderText(segments: readonly Segment[], options: { lang?: string | undefined } = {}): string {
  return toParagraphs(segments, options.lang)
    .map((paragraph) => paragraph.text)
    .join('\n\n')
}

/** A word as the API shows it: seconds with at most three decimals. */
type WordJson = { start: number; end: number; text: string }

/** A segment as the API shows it: seconds with at most three decimals; words where the source has them. */
export type SegmentJson = { start: number; end: number; duration: number; text: string; words?: WordJson[] }

// The quotient is the double nearest to the decimal, so it prints without rounding noise.
const toSeconds = (ms: number) => ms / 1000

const wordJson = ({ startMs, endMs, text }: Word): WordJson => ({
  start: toSeconds(startMs),
  end: toSeconds(endMs),
  text,
})

/** A segment as the API shows it. Both shapes are written out: spreading one into the other takes several times as long. */
export function segmentJson({ startMs, endMs, text, words }: Segment): SegmentJson {
  const [start, end, duration] = [toSeconds(startMs), toSeconds(endMs), toSeconds(endMs - startMs)]
  if (!words) return { start, end, duration, text }
  return { start, end, duration, text, words: words.map(wordJson) }
}

/** Renders segments as the API shows them, with the whole text in paragraphs (see `renderText`). `lang` is BCP 47. */
export function renderJson(
  segments: readonly Segment[],
  options: { lang?: string | undefined } = {},
): { text: string; segments: SegmentJson[] } {
  return { text: renderText(segments, options), segments: segments.map(segmentJson) }
}

type MarkdownOptions = {
  title?: string | null | undefined
  /** The address of the recording, linked under the title. */
  sourceUrl?: string | null | undefined
  /** BCP 47; decides how sentences end. */
  lang?: string | undefined
  /** The link to a time of the recording. */
  timeUrl?: ((startMs: number) => string) | undefined
}

// `&` only before a character reference, `#` only at the end, where it would close a heading.
const SIGNS = /[\\`*_[\]<>|~]|&(?=#?\w{1,40};)|#$/g

const escapeMarkdown = (text: string) => text.replace(SIGNS, '\\$&')

/** A link's target, with the signs that would end it percent-encoded. */
function target(url: string): string {
  return url.replace(/[\s<>()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/**
 * Renders segments as Markdown (CommonMark): a heading with the title, a link to the source, and paragraphs (see `toParagraphs`)
 * that begin with their time, linked if `timeUrl` is given, else bold. Markdown in title and text is escaped.
 */
export function renderMarkdown(segments: readonly Segment[], options: MarkdownOptions = {}): string {
  const { sourceUrl, lang, timeUrl } = options
  const title = tidyText(options.title ?? '')
  const blocks: string[] = []
  if (title !== '') blocks.push(`# ${escapeMarkdown(title)}`)
  if (sourceUrl) blocks.push(`Source: [${escapeMarkdown(sourceUrl)}](${target(sourceUrl)})`)
  for (const { startMs, text } of toParagraphs(segments, lang)) {
    const clock = formatShortClock(startMs)
    const time = timeUrl ? `[${clock}](${target(timeUrl(startMs))})` : `**${clock}**`
    blocks.push(`${time} ${escapeMarkdown(text)}`)
  }
  return `${blocks.join('\n\n')}\n`
}
