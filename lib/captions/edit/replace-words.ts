import { tidyText } from '../text/tidy-text'
import type { SegmentEdit } from './edit-segments'
import { createTermFinder, type TermOptions } from './find-terms'
import type { SpokenText } from './text-change'
import { requireRoom, type TextSize, utf8Length } from './text-size'

/** A term to find in each segment, and its replacement; '' deletes it. */
export type WordReplacement = TermOptions & { find: string; replacement: string }

/** The places of a term in each segment that has it, as pairs of start and end. */
function findPlaces({ segments }: SpokenText, find: string, options: TermOptions): Map<number, number[]> {
  const findTerms = createTermFinder([find], options)
  const places = new Map<number, number[]>()
  for (const [index, { text }] of segments.entries()) {
    const found: number[] = []
    findTerms(text, (_, from, to) => found.push(from, to))
    if (found.length > 0) places.set(index, found)
  }
  return places
}

function replaceAt(text: string, places: readonly number[], replacement: string): string {
  const parts: string[] = []
  let end = 0
  for (let at = 0; at < places.length; at += 2) {
    parts.push(text.slice(end, places[at]), replacement)
    end = places[at + 1] ?? end
  }
  parts.push(text.slice(end))
  return parts.join('')
}

/**
 * The edits that replace a term wherever a segment has it, and the number of matches. A segment without text is deleted. Throws
 * `file_too_large` before any text is built if the result would be too long.
 */
export function replaceWords(
  text: SpokenText,
  { find, replacement, ...options }: WordReplacement,
  size: TextSize,
): { edits: SegmentEdit[]; count: number } {
  const places = findPlaces(text, find, options)
  let count = 0
  for (const found of places.values()) count += found.length / 2
  requireRoom(size, count * (utf8Length(replacement) - utf8Length(find)))
  const edits: SegmentEdit[] = []
  for (const [index, found] of places) {
    const before = text.segments[index]?.text ?? ''
    const tidied = tidyText(replaceAt(before, found, replacement))
    if (tidied !== before) edits.push({ index, deleted: 1, segments: tidied === '' ? [] : [{ text: tidied }] })
  }
  return { edits, count }
}
