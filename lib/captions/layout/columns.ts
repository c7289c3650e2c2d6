import { eastAsianWidth } from 'get-east-asian-width'
import { EXTENDS, kindOf, LONE, NARROW, WIDE } from '../text/character-kinds'

const KNOWN = NARROW | WIDE | LONE
// Flags, and pictures that a variation selector shows in colour.
const EMOJI_CLUSTER = /^(?:\p{Regional_Indicator}|\p{Extended_Pictographic}.*\ufe0f)/su
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Called with the end of a grapheme cluster and its columns. */
type VisitCluster = (end: number, columns: number) => void

/** The columns of one grapheme cluster: two when East Asian Width or emoji presentation make it wide, else one. */
function clusterColumns(cluster: string): number {
  return eastAsianWidth(cluster.codePointAt(0) ?? 0) === 2 || EMOJI_CLUSTER.test(cluster) ? 2 : 1
}

/** Whether a regional indicator, one of the two of a flag, is at this position. */
function isFlagHalf(text: string, index: number): boolean {
  if (text.charCodeAt(index) !== 0xd83c) return false
  const low = text.charCodeAt(index + 1)
  return low >= 0xdde6 && low <= 0xddff
}

/** The end of the flag that begins at `start`, if nothing extends it; else -1. */
function flagEnd(text: string, start: number, end: number): number {
  if (!isFlagHalf(text, start) || !isFlagHalf(text, start + 2)) return -1
  const index = start + 4
  const isWhole = index === end || isFlagHalf(text, index) || (kindOf(text.charCodeAt(index)) & KNOWN) !== 0
  return isWhole ? index : -1
}

/** The end of the cluster that begins at `start`, if that is known without a segmenter; else -1. */
function knownClusterEnd(text: string, start: number, end: number): number {
  const kind = kindOf(text.charCodeAt(start))
  if ((kind & KNOWN) === 0) return flagEnd(text, start, end)
  let index = start + 1
  if ((kind & LONE) === 0) while (index < end && (kindOf(text.charCodeAt(index)) & EXTENDS) !== 0) index += 1
  return index === end || (kind & LONE) !== 0 || (kindOf(text.charCodeAt(index)) & KNOWN) !== 0 ? index : -1
}

/** The next start of known clusters: the second of two adjacent known characters. */
function unknownEnd(text: string, start: number, end: number): number {
  let wasKnown = false
  for (let index = start; index < end; index++) {
    const isKnown = (kindOf(text.charCodeAt(index)) & KNOWN) !== 0
    if (isKnown && wasKnown) return index
    wasKnown = isKnown
  }
  return end
}

/** Visits the grapheme clusters (UAX #29) of a range, which begins and ends at boundaries of clusters. Linear time. */
export function visitClusters(text: string, start: number, end: number, visit: VisitCluster): void {
  let position = start
  while (position < end) {
    const clusterEnd = knownClusterEnd(text, position, end)
    if (clusterEnd !== -1) {
      visit(clusterEnd, (kindOf(text.charCodeAt(position)) & (NARROW | LONE)) === 0 ? 2 : 1)
      position = clusterEnd
      continue
    }
    for (const cluster of segmentText(graphemes, text.slice(position, unknownEnd(text, position, end)))) {
      position += cluster.length
      visit(position, clusterColumns(cluster))
    }
  }
}

/** The columns of a text, by grapheme clusters and East Asian Width (UAX #11, UAX #29). */
export function displayColumns(text: string): number {
  let columns = 0
  visitClusters(text, 0, text.length, (_, width) => {
    columns += width
  })
  return columns
}

const CHUNK = 256

/**
 * Yields the segments of a segmenter (grapheme clusters, words) in linear time. The iterator of an engine may take time in
 * proportion to the whole text for each segment, so it gets short stretches only. The last segment of a stretch may continue
 * behind it, so the next stretch begins with that segment.
 */
export function* segmentText(segmenter: Intl.Segmenter, text: string): Generator<string, void, undefined> {
  let start = 0
  let size = CHUNK
  while (start < text.length) {
    const isLast = start + size >= text.length
    let pending = ''
    let found = 0
    for (const { segment } of segmenter.segment(text.slice(start, start + size))) {
      if (pending !== '') yield pending
      found += pending.length
      pending = segment
    }
    if (isLast) yield pending
    start += isLast ? size : found
    size = found === 0 ? size * 2 : CHUNK
  }
}
