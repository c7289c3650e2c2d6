import { toParagraphs } from '@/lib/captions/to-paragraphs'
import { toSegments } from './to-segments'
import type { Line } from './viewer-item'

/** A paragraph on the page: its lines, and the index of the first of them in the whole text. */
export type Gathered = { firstLine: number; lines: readonly Line[] }

/** Gathers lines into the paragraphs that every other form of the transcript has. `lang` is a BCP 47 tag or null. */
export function gatherParagraphs(lines: readonly Line[], lang: string | null): Gathered[] {
  const segments = toSegments(lines)
  const gathered: Gathered[] = []
  let from = 0
  for (const { endMs } of toParagraphs(segments, lang ?? undefined)) {
    let to = from
    while (to < segments.length && (segments[to]?.endMs ?? 0) <= endMs) to += 1
    gathered.push({ firstLine: from, lines: lines.slice(from, to) })
    from = to
  }
  return gathered
}
