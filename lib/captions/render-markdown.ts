import type { Segment } from '@/lib/captions/cue'
import { formatShortClock } from '@/lib/captions/format-clock'
import { tidyText } from '@/lib/captions/tidy-text'
import { toParagraphs } from '@/lib/captions/to-paragraphs'

export type MarkdownOptions = {
  title?: string | null | undefined
  /** Where the recording is; linked under the title. */
  sourceUrl?: string | null | undefined
  /** BCP 47; says how sentences end. */
  lang?: string | undefined
  /** The link to a moment of the recording. */
  timeUrl?: ((startMs: number) => string) | undefined
}

// `&` only where it begins a character reference, `#` only at the end, where it would close a heading.
const SIGNS = /[\\`*_[\]<>|~]|&(?=#?\w{1,40};)|#$/g

const escapeMarkdown = (text: string) => text.replace(SIGNS, '\\$&')

/** A link's target, with the signs that would end it percent-encoded. */
function target(url: string): string {
  return url.replace(/[\s<>()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/**
 * Writes segments as Markdown (CommonMark): a heading with the title, a link to the source, and paragraphs (see
 * `toParagraphs`) that begin with their time, linked where `timeUrl` is given, else bold. Signs of Markdown in title
 * and text are escaped.
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
