import type { Segment } from '@/lib/captions/cue'
import { toParagraphs } from '@/lib/captions/to-paragraphs'

/** Writes segments as plain text: paragraphs (see `toParagraphs`) with a blank line between them. `lang` is BCP 47. */
export function renderText(segments: readonly Segment[], options: { lang?: string | undefined } = {}): string {
  return toParagraphs(segments, options.lang)
    .map((paragraph) => paragraph.text)
    .join('\n\n')
}
